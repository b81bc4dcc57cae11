/* SPDX-License-Identifier: MIT */
#include "mini_catalog.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define LENGTH(a) (sizeof(a) / sizeof((a)[0]))

/* The figures are those of the shipped catalogue on the day that they were copied; notes are left out. */
static const struct mini_file tiny[] = {
	{ "catalog/source.csv",
		"id,text\n"
		"mini,as in the shipped catalogue\n"
		"memory,from memory\n" },
	{ "catalog/platform.csv",
		"vendor,model,part_number,status,confidence,recalled,source,note,class,board,generation,rack_u,"
			"weight_kg,depth_mm,sockets,cpu_socket,max_cpu_tdp_w,liquid_only,dimm_slots,max_mem_gb,max_mem_mts,"
			"gpu_form,gpu_max_dw,gpu_max_sw,gpu_fixed,topology,pcie_switches,nvme_bays,sata_bays,m2_slots,"
			"ocp_slots,nic_slots,onboard_lan,has_lan,psu_redundancy,voltage_min,voltage_max\n"
		"Supermicro,AS-4125GS-TNRT,AS-4125GS-TNRT,mature,sourced,"
			"depth_mm psu_redundancy voltage_min voltage_max,mini,,system,H13DSG-O-CPU,H13,4,29.7,737,2,SP5,400,"
			"0,24,6144,4800,pcie,8,8,,direct,0,4,20,1,0,1,2x 10GbE RJ45,1,2+2,200,240\n"
		"Supermicro,SYS-821GE-TNHR,SYS-821GE-TNHR,mature,sourced,"
			"weight_kg depth_mm max_cpu_tdp_w max_mem_mts topology,mini,,system,X13DEG-OAD,X13,8,75.3,843,2,"
			"LGA4677,350,0,32,8192,5600,sxm5,,,8,switched,,16,3,2,,12,"
			"none (2x 10GBase-T on AOC-STGS-i2T in riser 0),0,4+2,200,240\n"
		"Supermicro,SYS-421GE-TNRT,SYS-421GE-TNRT,mature,sourced,"
			"depth_mm max_cpu_tdp_w nvme_bays sata_bays m2_slots psu_redundancy voltage_min voltage_max,mini,,"
			"system,X13DEG-OA,X13,4,29.7,737,2,LGA4677,350,0,32,8192,5600,pcie,10,10,,dual-root,,8,16,2,1,3,"
			"2x 10GBase-T X710-AT2,1,2+2,200,240\n"
		"Supermicro,H13SSL-N,,active,sourced,nic_slots m2_slots max_mem_gb,mini,,board,H13SSL-N,H13,,,,1,SP5,"
			"400,0,12,3072,5600,pcie,,,,direct,,,,2,,3,2x 1GbE (H13SSL-NT: 2x 10GbE),1,,,\n"
		"Supermicro,SYS-621C-TN12R,SYS-621C-TN12R,mature,sourced,"
			"gpu_max_dw m2_slots ocp_slots psu_redundancy max_mem_mts,mini,,system,X13DDW-A,X13,2,,,2,LGA4677,,0,"
			"16,4096,5600,pcie,2,,,direct,0,12,,2,2,,none (AIOM),0,1+1,,\n" },
	{ "catalog/cpu.csv",
		"vendor,model,part_number,status,confidence,recalled,source,note,family,socket,max_sockets,cores,"
			"threads,base_ghz,boost_ghz,l3_mb,tdp_w,ctdp_max_w,channels,mem_type,mem_mts,max_mem_gb,pcie_gen,"
			"lanes_1p,lanes_2p,features,launch\n"
		"AMD,EPYC 9654,100-000000789,active,sourced,,mini,,genoa,SP5,2,96,192,2.4,3.7,384,360,400,12,"
			"DDR5 RDIMM,4800,6144,5,128,160,avx512 sev-snp zen4 cxl1.1,2022-11-10\n"
		"AMD,EPYC 9654P,100-000000803,active,sourced,,mini,,genoa,SP5,1,96,192,2.4,3.7,384,360,400,12,"
			"DDR5 RDIMM,4800,6144,5,128,,avx512 sev-snp zen4 cxl1.1,2022-11-10\n"
		"AMD,EPYC 9354,100-000000798,active,sourced,,mini,,genoa,SP5,2,32,64,3.25,3.8,256,280,300,12,"
			"DDR5 RDIMM,4800,6144,5,128,160,avx512 sev-snp zen4 cxl1.1,2022-11-10\n"
		"AMD,EPYC 9354P,100-000000805,active,sourced,,mini,,genoa,SP5,1,32,64,3.25,3.8,256,280,300,12,"
			"DDR5 RDIMM,4800,6144,5,128,,avx512 sev-snp zen4 cxl1.1,2022-11-10\n"
		"AMD,EPYC 9754,100-000001234,active,sourced,,mini,,bergamo,SP5,2,128,256,2.25,3.1,256,360,400,12,"
			"DDR5 RDIMM,4800,6144,5,128,160,avx512 sev-snp zen4c cxl1.1,2023-06-13\n"
		"AMD,EPYC 9575F,100-000001554,active,sourced,,mini,,turin,SP5,2,64,128,3.3,5.0,256,400,400,12,"
			"DDR5 RDIMM,6400,6144,5,128,160,avx512 sev-snp zen5 cxl2.0,2024-10-10\n"
		"Intel,Xeon Platinum 8558,,active,sourced,,mini,,emr,LGA4677,2,48,96,2.1,4,260,330,,8,DDR5 RDIMM,"
			"5200,4096,5,80,160,avx512 amx sgx tdx cxl1.1 upi4x20,2023-Q4\n"
		"Intel,Xeon Gold 6530,,active,sourced,,mini,,emr,LGA4677,2,32,64,2.1,4,160,270,,8,DDR5 RDIMM,4800,"
			"4096,5,80,160,avx512 amx sgx tdx cxl1.1 upi3x20,2023-Q4\n" },
	{ "catalog/gpu.csv",
		"vendor,model,part_number,status,confidence,recalled,source,note,architecture,form,memory_gb,"
			"memory_type,memory_bw_gbs,tdp_w,pcie_gen,lanes,slot_width,length,power_connector,nvlink_gbs,"
			"bridge_group,fp64_tflops,bf16_dense_tflops,fp8_dense_tflops,fp4_dense_tflops,mig_max,cooling,launch\n"
		"NVIDIA,H100 NVL 94GB,900-21010-0020-000,legacy,sourced,"
			"fp64_tflops bf16_dense_tflops fp8_dense_tflops,mini,,Hopper,pcie,94,HBM3,3938,400,5,16,2,FHFL,"
			"16-pin 12VHPWR/12V-2x6,600,2,30,835,1671,,7,passive,2023-03\n"
		"NVIDIA,H200 NVL 141GB,900-21010-0040-000,active,sourced,"
			"fp64_tflops bf16_dense_tflops fp8_dense_tflops,mini,,Hopper,pcie,141,HBM3e,4800,600,5,16,2,FHFL,"
			"16-pin 12V-2x6,900,4,30,836,1671,,7,passive,2024-11\n"
		"NVIDIA,L40S,900-2G133-0080-000,active,sourced,,mini,,Ada Lovelace,pcie,48,GDDR6,864,350,4,16,2,FHFL,"
			"16-pin 12VHPWR/12V-2x6,0,0,1.43,362.05,733,,0,passive,2023-08\n"
		"NVIDIA,H100 SXM5 80GB,,legacy,sourced,,mini,,Hopper,sxm5,80,HBM3,3350,700,5,16,,module,baseboard,"
			"900,8,34,989,1979,,7,passive,2022-10\n"
		"NVIDIA,HGX H100 8-GPU,935-24287-0000-000,legacy,sourced,nvlink_gbs,mini,,Hopper,baseboard,640,HBM3,"
			"26800,5600,5,128,,module,baseboard,7200,8,272,7912,15832,,56,passive,2022-10\n" },
	{ "catalog/dimm.csv",
		"vendor,model,part_number,status,confidence,recalled,source,note,generation,capacity_gb,type,mts,"
			"ranks,width,die_gbit,voltage\n"
		"Samsung,32 GB DDR5-4800 RDIMM 2Rx8,M321R4GA3BB6-CQK,active,sourced,,mini,,DDR5,32,RDIMM,4800,2,x8,"
			"16,1.1\n"
		"Samsung,64 GB DDR5-4800 RDIMM 2Rx4,M321R8GA0BB0-CQKZJ,active,sourced,,mini,,DDR5,64,RDIMM,4800,2,x4,"
			"16,1.1\n"
		"Micron,64 GB DDR5-4800 RDIMM 2Rx4,MTC40F2046S1RC48BA1,active,sourced,,mini,,DDR5,64,RDIMM,4800,2,x4,"
			"16,1.1\n"
		"Micron,64 GB DDR5-5600 RDIMM 2Rx4,MTC40F2046S1RC56BD1,active,sourced,,mini,,DDR5,64,RDIMM,5600,2,x4,"
			"16,1.1\n"
		"Samsung,96 GB DDR5-5600 RDIMM 2Rx4,M321RYGA0PB0-CWM,active,sourced,,mini,,DDR5,96,RDIMM,5600,2,x4,"
			"24,1.1\n"
		"Samsung,128 GB DDR5-4800 3DS-RDIMM 4Rx4,M321RAGA0B20-CWK,active,sourced,,mini,,DDR5,128,3DS-RDIMM,"
			"4800,4,x4,16,1.1\n" },
	{ "catalog/nic.csv",
		"vendor,model,part_number,status,confidence,recalled,source,note,ports,speed_gbps,protocol,pcie_gen,"
			"lanes,form,connector,tdp_w\n"
		"NVIDIA,ConnectX-7,MCX713106AS-VEAT,active,sourced,,mini,,2,200,ethernet,5,16,HHHL,QSFP112,\n"
		"NVIDIA,ConnectX-7 NDR,MCX75310AAS-NEAT,active,sourced,,mini,,1,400,vpi,5,16,HHHL,OSFP,24.9\n" },
	{ "catalog/drive.csv",
		"vendor,model,part_number,status,confidence,recalled,source,note,capacity_tb,form,pcie_gen,lanes,"
			"seq_read_gbs,seq_write_gbs,rand_read_kiops,dwpd,power_w\n"
		"Micron,7450 PRO 3.84TB,MTFDKCC3T8TFR,active,sourced,,mini,,3.84,U.3,4,4,6.8,5.6,1000,1,\n"
		"Micron,7450 PRO 7.68TB,MTFDKCC7T6TFR,active,sourced,,mini,,7.68,U.3,4,4,6.8,5.6,1000,1,\n"
		"Micron,7450 PRO M.2 2280 960GB,MTFDKBA960TFR,active,sourced,,mini,,0.96,M.2,4,4,,,,1,\n" },
	{ "catalog/psu.csv",
		"vendor,model,part_number,status,confidence,recalled,source,note,rated_w,efficiency,inlet\n"
		"Supermicro,PWS-2K05A-1R,PWS-2K05A-1R,active,sourced,,mini,,2000,titanium,C14\n"
		"Supermicro,PWS-3K06G-2R,PWS-3K06G-2R,active,sourced,,mini,,3000,titanium,C20\n" },
	{ "catalog/cable.csv",
		"vendor,model,part_number,status,confidence,recalled,source,note,type,speed_gbps,end_a,end_b,"
			"length_m,protocol,power_w\n"
		"NVIDIA,MCP4Y10-N002 passive,980-9IA0I-00N002,active,sourced,,mini,,DAC,800,OSFP finned,OSFP finned,"
			"2,vpi,\n" },
	{ "catalog/switch.csv",
		"vendor,model,part_number,status,confidence,recalled,source,note,asic,ports,port_speed_gbps,"
			"connector,throughput_tbps,protocol,rack_u,typical_power_w,max_power_w,airflow\n"
		"NVIDIA,QM9700 managed,MQM9700-NS2F,active,recalled,typical_power_w max_power_w,mini,,Quantum-2,64,"
			"400,OSFP (32 cages),25.6,infiniband,1,747,1720,P2C\n" },
	{ "catalog/accessory.csv",
		"vendor,model,part_number,status,confidence,recalled,source,note,category,metric,unit,rating,"
			"term_years\n"
		"Supermicro,\"TPM 2.0 module, Infineon SLB9670, vertical\",AOM-TPM-9670V,active,sourced,,mini,,tpm,,"
			"each,TPM 2.0,\n" },
	{ "catalog/order_number.csv",
		"vendor,order_number,kind,part,maker_part_number,description,for_platform,confidence,source\n"
		"Supermicro,PSE-TUR9575F-1554,cpu,cpu:EPYC 9575F,,"
			"Turin 9575F DP/UP 64C/128T 3.3 GHz 256 MB 400 W SP5,AS-4126GS-NBR-LCC,sourced,mini\n"
		"Supermicro,AOC-CX766003N-SQ0,nic,nic:MCX75310AAS-NEAT,MCX75310AAS-NEAT,"
			"1x NDR 400G InfiniBand/Ethernet OSFP Gen5 x16 no crypto; 30.76 W on the bill; NVIDIA number 900-9X766-003N-SQ0,"
			"AS-4126GS-NBR-LCC,sourced,mini\n"
		"Supermicro,HDS-M2N4-960G0-E1-TXD-NON-080,drive,drive:MTFDKBA960TFR,MTFDKBA960TFR-1BC1ZABYY,"
			"Micron 7450 PRO 960 GB NVMe PCIe 4.0 M.2 2280 1 DWPD,H13SSL-NT,sourced,mini\n"
		"Supermicro,GPU-NVH200NVL,gpu,gpu:900-21010-0040-000,900-21010-0040-000,"
			"NVIDIA H200 NVL 141 GB PCIe 5.0 x16 air-cooled,SYS-521GE-TNRT,sourced,mini\n"
		"Supermicro,GPU-NVHGX-H100-88,gpu,gpu:HGX H100 8-GPU,,\"HGX H100 baseboard,"
			" 8 GPU (reading of 88 as 8 x 80 GB recalled)\",,sourced,mini\n"
		"Supermicro,AOM-TPM-9670V,tpm,accessory:AOM-TPM-9670V,,\"TPM 2.0 module, vertical\",,sourced,mini\n"
		"Supermicro,PWS-3K06G-2R,psu,psu:PWS-3K06G-2R,,\"3000 W Titanium, C20\",SYS-821GE-TNHR,sourced,mini\n"
		"Supermicro,PWS-2K05A-1R,psu,psu:PWS-2K05A-1R,,\"2000 W Titanium, C14\",,sourced,mini\n"
		"Supermicro,SYS-821GE-TNHR,other,platform:SYS-821GE-TNHR,,\"8U HGX server,"
			" sold as a complete (L10) system with its GPUs\",SYS-821GE-TNHR,sourced,mini\n"
		"Supermicro,421GE-TNRT,other,platform:SYS-421GE-TNRT,,SYS-421GE-TNRT as reported by a machine,"
			"SYS-421GE-TNRT,sourced,mini\n"
		"Supermicro,621C-TN12R-OTO,other,platform:SYS-621C-TN12R,,\"SYS-621C-TN12R, optimised order form\","
			"SYS-621C-TN12R,sourced,mini\n"
		"HPE,S3U30C,gpu,gpu:H200 NVL 141GB,,NVIDIA H200 NVL 141 GB for HPE,ProLiant Compute DL380a Gen12,"
			"sourced,mini\n"
		"HPE,S2L70C,gpu,gpu:L40S,,L40S 48 GB for HPE,ProLiant Compute DL380a Gen12,sourced,mini\n"
		"Lenovo,4X67A97315,gpu,gpu:H200 NVL 141GB,,H200 NVL,,sourced,mini\n"
		"PNY,TCSL40SPCIE-PB,gpu,gpu:L40S,900-2G133-0080-000,L40S as sold by PNY,,sourced,mini\n" },
	{ "catalog/baseboard.csv",
		"baseboard,gpu,modules\n"
		"HGX H100 8-GPU,H100 SXM5 80GB,8\n" },
	{ "catalog/platform_family.csv",
		"platform,family\n"
		"SYS-821GE-TNHR,spr\n"
		"SYS-821GE-TNHR,emr\n"
		"SYS-421GE-TNRT,spr\n"
		"SYS-421GE-TNRT,emr\n"
		"AS-4125GS-TNRT,genoa\n"
		"AS-4125GS-TNRT,genoa-x\n"
		"AS-4125GS-TNRT,bergamo\n"
		"AS-4125GS-TNRT,turin\n"
		"AS-4125GS-TNRT,turin-dense\n"
		"SYS-621C-TN12R,spr\n"
		"SYS-621C-TN12R,emr\n"
		"H13SSL-N,genoa\n"
		"H13SSL-N,genoa-x\n"
		"H13SSL-N,bergamo\n"
		"H13SSL-N,turin\n"
		"H13SSL-N,turin-dense\n" },
	{ "catalog/platform_lanes.csv", "platform,lanes_2p,source\nAS-4125GS-TNRT,160,mini\n" },
	{ "catalog/platform_gpu.csv",
		"platform,gpu,confidence\n"
		"SYS-821GE-TNHR,H100 SXM5 80GB,sourced\n"
		"SYS-421GE-TNRT,L40S,sourced\n"
		"SYS-421GE-TNRT,H100 NVL 94GB,recalled\n"
		"AS-4125GS-TNRT,H100 NVL 94GB,recalled\n"
		"AS-4125GS-TNRT,L40S,recalled\n" },
	{ "catalog/platform_slot.csv",
		"platform,slot,slots,attached,pcie_gen,lanes,mechanical,size,width,purpose,note,source\n"
		"SYS-821GE-TNHR,1,1,switch,5,16,x16,LP,,nic,,mini\n"
		"SYS-821GE-TNHR,2,1,switch,5,16,x16,LP,,nic,,mini\n"
		"SYS-821GE-TNHR,3,1,switch,5,16,x16,LP,,nic,,mini\n"
		"SYS-821GE-TNHR,4,1,switch,5,16,x16,LP,,nic,,mini\n"
		"SYS-821GE-TNHR,5,1,switch,5,16,x16,LP,,nic,,mini\n"
		"SYS-821GE-TNHR,6,1,switch,5,16,x16,LP,,nic,,mini\n"
		"SYS-821GE-TNHR,7,1,switch,5,16,x16,LP,,nic,,mini\n"
		"SYS-821GE-TNHR,8,1,switch,5,16,x16,LP,,nic,,mini\n"
		"SYS-821GE-TNHR,9,1,,5,16,x16,FHHL,,nic,,mini\n"
		"SYS-821GE-TNHR,10,1,,5,16,x16,FHHL,,nic,,mini\n"
		"SYS-821GE-TNHR,11,1,,5,16,x16,FHHL,,nic,,mini\n"
		"SYS-821GE-TNHR,12,1,,5,16,x16,FHHL,,nic,,mini\n"
		"SYS-821GE-TNHR,M2-1..2,2,,,,M.2,,,m2,,mini\n"
		"SYS-821GE-TNHR,NVMe bays,16,,5,4,U.2,2.5in,,nvme-bay,,mini\n"
		"AS-4125GS-TNRT,1,1,,5,16,x16,FHFL,,any,,mini\n"
		"AS-4125GS-TNRT,2,1,,5,16,x16,FHFL,,any,,mini\n"
		"AS-4125GS-TNRT,3,1,,5,16,x16,FHFL,,any,,mini\n"
		"AS-4125GS-TNRT,4,1,,5,16,x16,FHFL,,any,,mini\n"
		"AS-4125GS-TNRT,5,1,,5,16,x16,FHFL,,any,,mini\n"
		"AS-4125GS-TNRT,6,1,,5,16,x16,FHFL,,any,,mini\n"
		"AS-4125GS-TNRT,7,1,,5,16,x16,FHFL,,any,,mini\n"
		"AS-4125GS-TNRT,8,1,,5,16,x16,FHFL,,any,,mini\n"
		"AS-4125GS-TNRT,9,1,,5,16,x16,FHFL,,any,,mini\n"
		"AS-4125GS-TNRT,10,1,,5,8,x8,FHFL,,any,,mini\n"
		"AS-4125GS-TNRT,NVMe bay 0,1,,5,4,U.2,2.5in,,nvme-bay,,mini\n"
		"AS-4125GS-TNRT,NVMe bay 1,1,,5,4,U.2,2.5in,,nvme-bay,,mini\n"
		"AS-4125GS-TNRT,NVMe bay 2,1,,5,4,U.2,2.5in,,nvme-bay,,mini\n"
		"AS-4125GS-TNRT,NVMe bay 3,1,,5,4,U.2,2.5in,,nvme-bay,,mini\n"
		"SYS-421GE-TNRT,1,1,switch,5,16,x16,FHFL,,any,,mini\n"
		"SYS-421GE-TNRT,2,1,switch,5,16,x16,FHFL,,any,,mini\n"
		"SYS-421GE-TNRT,3,1,switch,5,16,x16,FHFL,,any,,mini\n"
		"SYS-421GE-TNRT,4,1,switch,5,16,x16,FHFL,,any,,mini\n"
		"SYS-421GE-TNRT,5,1,switch,5,16,x16,FHFL,,any,,mini\n"
		"SYS-421GE-TNRT,6,1,switch,5,16,x16,FHFL,,any,,mini\n"
		"SYS-421GE-TNRT,7,1,switch,5,16,x16,FHFL,,any,,mini\n"
		"SYS-421GE-TNRT,8,1,switch,5,16,x16,FHFL,,any,,mini\n"
		"SYS-421GE-TNRT,9,1,switch,5,16,x16,FHFL,,any,,mini\n"
		"SYS-421GE-TNRT,10,1,switch,5,16,x16,FHFL,,any,,mini\n"
		"SYS-421GE-TNRT,11,1,switch,5,16,x16,FHFL,,any,,mini\n"
		"SYS-421GE-TNRT,12,1,switch,5,16,x16,FHFL,,any,,mini\n"
		"SYS-421GE-TNRT,13,1,switch,5,16,x16,FHFL,,any,,mini\n"
		"SYS-421GE-TNRT,AIOM1,1,,5,16,AIOM,SFF,,aiom,,mini\n"
		"H13SSL-N,1,1,0,5,16,x16,FHFL,,any,,mini\n"
		"H13SSL-N,2,1,0,5,8,x8,FHFL,,any,,mini\n"
		"H13SSL-N,3,1,0,5,16,x16,FHFL,,any,,mini\n"
		"H13SSL-N,4,1,0,5,8,x8,FHFL,,any,,mini\n"
		"H13SSL-N,5,1,0,5,16,x16,FHFL,,any,,mini\n"
		"H13SSL-N,MCIO,3,0,5,8,MCIO,,,nvme-bay,,mini\n" },
	{ "catalog/platform_kit.csv",
		"platform,when_sql,qty_sql,word,category,part,part_number,description,required,confidence,source\n"
		"AS-4125GS-TNRT,dpu_count > 0,dpu_count,dpu-cable,cable,,CBL-PWEX-1040,DPU power cable,1,sourced,mini\n"
		"AS-4125GS-TNRT,dpu_count > 0,dpu_count,dpu-cable-2,cable,,CBL-PWEX-1148-20,"
			"Second cable of the DPU pair,1,sourced,mini\n"
		"SYS-821GE-TNHR,psu_count = 6,2,psu-dummy,kit,,PWS-DF009-2F,Fan module for an empty supply bay,1,"
			"sourced,mini\n"
		"SYS-821GE-TNHR,\"coalesce(nic_count, 0) = 0\",1,lan-card,network,,AOC-STGS-i2T,"
			"2x 10GBase-T card: the board has no LAN,0,sourced,mini\n"
		"SYS-821GE-TNHR,sata_drive_count > 3,1,sata-kit,kit,,,"
			"Front kit with 5 SATA bays in place of the front I/O panel,1,sourced,mini\n" },
	{ "catalog/psu_rating.csv",
		"psu,volt_min,volt_max,watts\n"
		"psu:PWS-2K05A-1R,100,127,1000\n"
		"psu:PWS-2K05A-1R,200,220,1800\n"
		"psu:PWS-2K05A-1R,220.1,230,1980\n"
		"psu:PWS-2K05A-1R,230.1,240,2000\n"
		"psu:PWS-3K06G-2R,207.1,240,3000\n" },
	{ "catalog/psu_option.csv",
		"platform,psu,count,rated_w,redundancy,standard,recalled,source\n"
		"SYS-821GE-TNHR,psu:PWS-3K06G-2R,6,3000,4+2,1,,mini\n"
		"SYS-421GE-TNRT,,4,2700,2+2,1,redundancy,mini\n"
		"AS-4125GS-TNRT,psu:PWS-2K05A-1R,4,2000,2+2,1,redundancy,mini\n"
		"SYS-621C-TN12R,,2,1200,1+1,1,count rated_w redundancy,mini\n"
		"SYS-821GE-TNHR,psu:PWS-3K06G-2R,8,3000,4+4,0,,mini\n" },
	{ "catalog/memory_speed.csv",
		"family,dimm_type,ranks,dpc,max_mts,note,confidence,source\n"
		"genoa,RDIMM,1,1,4800,,sourced,mini\n"
		"genoa,RDIMM,2,1,4800,,sourced,mini\n"
		"genoa,3DS-RDIMM,4,1,4800,,sourced,mini\n"
		"genoa,3DS-RDIMM,8,1,4800,,sourced,mini\n"
		"genoa,RDIMM,1,2,3600,,recalled,mini\n"
		"genoa,RDIMM,2,2,3600,,recalled,mini\n"
		"genoa,3DS-RDIMM,4,2,,,recalled,mini\n"
		"emr,RDIMM,1,1,5600,,sourced,mini\n"
		"emr,RDIMM,1,2,4400,,sourced,mini\n"
		"emr,RDIMM,2,1,5600,,sourced,mini\n"
		"emr,RDIMM,2,2,4400,,sourced,mini\n"
		"emr,3DS-RDIMM,4,1,5600,,sourced,mini\n"
		"emr,3DS-RDIMM,4,2,4400,,sourced,mini\n"
		"emr,3DS-RDIMM,8,1,5600,,sourced,mini\n"
		"emr,3DS-RDIMM,8,2,4400,,sourced,mini\n" },
	{ "catalog/memory_population.csv",
		"family,channels,dimms_per_socket,allowed,balanced,relative_bandwidth,note,confidence,source\n"
		"genoa,12,1,yes,no,0.083,,sourced,mini\n"
		"genoa,12,2,yes,yes,0.167,,sourced,mini\n"
		"genoa,12,3,,no,0.25,,recalled,mini\n"
		"genoa,12,4,yes,yes,0.333,,sourced,mini\n"
		"genoa,12,5,,no,,,recalled,mini\n"
		"genoa,12,6,yes,yes,0.5,,sourced,mini\n"
		"genoa,12,7,,no,,,recalled,mini\n"
		"genoa,12,8,yes,yes,0.667,,sourced,mini\n"
		"genoa,12,9,,no,,,recalled,mini\n"
		"genoa,12,10,yes,yes,0.833,,sourced,mini\n"
		"genoa,12,11,,no,,,recalled,mini\n"
		"genoa,12,12,yes,yes,1.0,,sourced,mini\n"
		"genoa,12,16,,no,,,recalled,mini\n"
		"genoa,12,20,,no,,,recalled,mini\n"
		"genoa,12,24,yes,yes,0.75,,sourced,mini\n"
		"emr,8,1,yes,no,0.125,,sourced,mini\n"
		"emr,8,2,yes,no,0.25,,sourced,mini\n"
		"emr,8,3,no,no,,,sourced,mini\n"
		"emr,8,4,yes,yes,0.5,,sourced,mini\n"
		"emr,8,6,yes,no,,,sourced,mini\n"
		"emr,8,8,yes,yes,1.0,,sourced,mini\n"
		"emr,8,10,no,no,,,sourced,mini\n"
		"emr,8,12,yes,no,,,sourced,mini\n"
		"emr,8,14,no,no,,,sourced,mini\n"
		"emr,8,16,yes,yes,0.786,,sourced,mini\n" },
	{ "catalog/llm_model.csv",
		"model,params_b_total,params_b_active,layers,hidden,heads,kv_heads,head_dim,kv_scheme,max_context,"
			"native_precision,licence,kv_latent,local_window,global_layers,kv_bytes_per_token_16bit,kv_cap_note,"
			"confidence,source\n"
		"Llama 3.1 8B,8.03,8.03,32,4096,32,8,128,gqa,131072,bf16,Llama 3.1 Community,,,,131072,,sourced,mini\n"
		"Llama 3.1 70B,70.55,70.55,80,8192,64,8,128,gqa,131072,bf16,Llama 3.1 Community,,,,327680,,sourced,"
			"mini\n" },
	{ "catalog/gpu_rule.csv",
		"gpu,rule,value,unit,detail,confidence,source\n"
		"*,host_ram_rec_x_gpu_mem,2.0,x,,recalled,mini\n" },
	{ "catalog/price.csv",
		"part,kind,currency,amount,vat,date,valid_to,region,quantity,used,note,confidence,source\n"
		"EPYC 9654P,list,USD,7272,excl,2026-08,,global,1,1,,sourced,mini\n"
		"EPYC 9654,list,USD,8452,excl,2026-08,,global,1,1,,sourced,mini\n"
		"EPYC 9354P,list,USD,2730,excl,2026-08,,global,1,1,,sourced,mini\n"
		"EPYC 9354,list,USD,3420,excl,2026-08,,global,1,1,,sourced,mini\n"
		"EPYC 9754,list,USD,10631,excl,2026-08,,global,1,1,,sourced,mini\n"
		"EPYC 9575F,list,USD,9238,excl,2026-08,,global,1,1,,sourced,mini\n"
		"Xeon Platinum 8558,list,USD,4650,excl,2023-12,,global,1,1,,recalled,mini\n"
		"Xeon Gold 6530,list,USD,2128,excl,2023-12,,global,1,1,,recalled,mini\n"
		"gpu:H200 NVL 141GB,retail,USD,33500,unknown,2026-09-21,,US,1,1,,sourced,mini\n"
		"gpu:L40S,list,USD,8500,unknown,2026-11,,global,1,1,,sourced,mini\n"
		"gpu:H100 NVL 94GB,retail,USD,32200,unknown,2026-09-26,,US,1,1,,sourced,mini\n"
		"gpu:HGX H100 8-GPU,retail,USD,179000,unknown,2026-09-25,,US,1,1,,sourced,mini\n"
		"gpu:H100 SXM5 80GB,list,USD,30000,unknown,2026-11,,global,1,1,,sourced,mini\n"
		"dimm:M321RYGA0PB0-CWM,spot,USD,4200,excl,2026-03-13,,HK,1,1,,sourced,mini\n"
		"nic:MCX75310AAS-NEAT,retail,USD,2188,unknown,2026-09-22,,US,1,1,,sourced,mini\n" },
	{ "catalog/market_price.csv",
		"subject,kind,currency,amount,vat,date,region,quantity,confidence,source\n" },
	{ "catalog/fx.csv",
		"currency,micros,date,source\n"
		"USD,856730,2026-08-25,mini\n"
		"EUR,1000000,2026-08-25,mini\n" },
	{ "catalog/vat.csv",
		"region,basis_points,confidence,source\n"
		"NL,2100,recalled,mini\n" },
	{ "catalog/lead_time.csv",
		"class,weeks_low,weeks_high,date,confidence,source\n"
		"platform,30,52,2026,sourced,mini\n"
		"gpu-platform,40,70,2026,sourced,mini\n"
		"dimm-large,20,36,2026,sourced,mini\n"
		"dimm,12,30,2026,sourced,mini\n"
		"gpu,12,30,2026,sourced,mini\n"
		"cpu:AMD,8,10,2026,sourced,mini\n"
		"cpu:Intel,8,26,2026,sourced,mini\n"
		"drive,20,30,2026,sourced,mini\n" },
	{ "catalog/constant.csv",
		"name,value,unit,meaning,confidence,source\n"
		"dimm_w_small,5,W,watts of a memory module of 16 to 32 GB,recalled,mini\n"
		"dimm_w_medium,8,W,watts of a memory module of 48 to 96 GB,recalled,mini\n"
		"dimm_w_large,10,W,watts of a memory module of 128 GB,recalled,mini\n"
		"dimm_w_huge,15,W,watts of a memory module of 256 GB,recalled,mini\n"
		"board_w_1s,100,W,\"BMC, regulators and retimers of a one-socket board\",recalled,mini\n"
		"board_w_2s,150,W,\"BMC, regulators and retimers of a two-socket board\",recalled,mini\n"
		"fan_air_gpu,0.12,ratio,\"fan power over component power, air-cooled GPU chassis\",recalled,mini\n"
		"fan_air,0.1,ratio,\"fan power over component power, ordinary air-cooled chassis\",recalled,mini\n"
		"fan_liquid,0.04,ratio,\"fan power over component power, direct liquid cooling\",recalled,mini\n"
		"drive_w_gen4,12,W,watts of a PCIe 4.0 NVMe drive without a figure of its own,recalled,mini\n"
		"drive_w_gen5,25,W,watts of a PCIe 5.0 NVMe drive without a figure of its own,recalled,mini\n"
		"nic_w,25,W,watts of a network adapter without a figure of its own,recalled,mini\n"
		"boot_w,8,W,watts of a boot drive,recalled,mini\n"
		"optic_w,9,W,watts of a 400G SR4 or DR4 single-port optic at most,sourced,mini\n"
		"site_voltage,230,V,site voltage when the customer gives none,recalled,mini\n"
		"psu_headroom,0.1,ratio,capacity kept free above the summed TDP,recalled,mini\n"
		"pue,1.3,ratio,power usage effectiveness of the site,recalled,mini\n"
		"utilisation,0.7,ratio,\"share of the year at full power, for energy cost\",recalled,mini\n"
		"eur_per_kwh,0.2,EUR/kWh,\"business electricity price, Netherlands\",recalled,mini\n"
		"residual_3y,0.2,ratio,residual value over purchase price after 3 years,recalled,mini\n"
		"residual_5y,0.05,ratio,residual value over purchase price after 5 years,recalled,mini\n"
		"power_factor,0.98,ratio,power factor of the supplies,recalled,mini\n"
		"eta_titanium_10,0.9,ratio,80 PLUS Titanium efficiency at 10 % load,sourced,mini\n"
		"eta_titanium_20,0.94,ratio,80 PLUS Titanium efficiency at 20 % load,sourced,mini\n"
		"eta_titanium_50,0.96,ratio,80 PLUS Titanium efficiency at 50 % load,sourced,mini\n"
		"eta_titanium_100,0.91,ratio,80 PLUS Titanium efficiency at full load,sourced,mini\n"
		"eta_platinum_20,0.9,ratio,80 PLUS Platinum efficiency at 20 % load,sourced,mini\n"
		"eta_platinum_50,0.94,ratio,80 PLUS Platinum efficiency at 50 % load,sourced,mini\n"
		"eta_platinum_100,0.91,ratio,80 PLUS Platinum efficiency at full load,sourced,mini\n"
		"eta_gold_20,0.88,ratio,80 PLUS Gold efficiency at 20 % load,sourced,mini\n"
		"eta_gold_50,0.92,ratio,80 PLUS Gold efficiency at 50 % load,sourced,mini\n"
		"eta_gold_100,0.88,ratio,80 PLUS Gold efficiency at full load,sourced,mini\n"
		"btu_per_w,3.412,BTU/h/W,heat of one watt,sourced,mini\n"
		"feed_load,0.8,ratio,planning load of a feed,recalled,mini\n"
		"cord_c13_a,10,A,current of a C13/C14 cord,recalled,mini\n"
		"cord_c19_a,16,A,current of a C19/C20 cord,recalled,mini\n"
		"vat_percent,21,%,VAT of a quote,recalled,mini\n"
		"quote_days_memory,7,days,days of a quote that is mostly memory,recalled,mini\n"
		"quote_memory_share,0.3,ratio,share above which it is,recalled,mini\n"
		"quote_days,14,days,days that a quote is valid,recalled,mini\n"
		"price_age_memory_days,14,days,age above which a memory price is old,recalled,mini\n"
		"host_ram_rec_x_gpu_mem,2.0,ratio,recommended host memory over total GPU memory,recalled,mini\n"
		"host_ram_min_x,1.0,ratio,least host memory over total GPU memory seen in practice,sourced,mini\n"
		"cores_per_gpu_min,7,cores,physical CPU cores per GPU,sourced,mini\n"
		"gpus_per_socket_full,3,GPUs,GPUs that one socket feeds at full lanes,recalled,mini\n"
		"sockets_min_8gpu,2,sockets,sockets for eight GPUs,sourced,mini\n"
		"cpu_clock_min_ghz,2.0,GHz,least base clock of the host of GPUs,sourced,mini\n"
		"nvme_tb_per_socket_inference,1,TB,local NVMe per socket for inference,recalled,mini\n"
		"nvme_tb_per_socket_training,2,TB,local NVMe per socket for training,recalled,mini\n"
		"build_weeks,2,weeks,assembly and burn-in after the last part arrives,recalled,mini\n" },
	{ "catalog/certification.csv",
		"word,platform,gpu,certificate,source\n" },
	{ "workloads.cfg",
		"workloads = (\n"
		"  { id = \"llm-inference\"; title = \"LLM inference\"; help = \"A language model answers users.\"; },\n"
		"  { id = \"llm-training\"; title = \"LLM training\"; help = \"A large model is trained.\"; },\n"
		"  { id = \"hpc\"; title = \"HPC\"; help = \"Simulation.\"; } );\n" },
};

static struct err last;

static const char *source_root(void)
{
	const char *root = getenv("BESTEK_SRCDIR");
	return root && *root ? root : ".";
}

static int write_file(const char *dir, const char *name, const char *text, const char *more)
{
	char path[512];
	FILE *f;
	int bad;
	(void)snprintf(path, sizeof(path), "%s/%s", dir, name);
	f = fopen(path, "wb");
	if (!f)
		return -1;
	bad = fputs(text, f) < 0 || fputs(more, f) < 0;
	return fclose(f) != 0 || bad ? -1 : 0;
}

/* Copies a file of the source tree's data folder; a missing one is no fault. */
static int copy_file(const char *dir, const char *name)
{
	char path[1024], buf[4096];
	size_t n;
	int bad = 0;
	FILE *from, *to;
	(void)snprintf(path, sizeof(path), "%s/data/%s", source_root(), name);
	from = fopen(path, "rb");
	if (!from)
		return 0;
	(void)snprintf(path, sizeof(path), "%s/%s", dir, name);
	to = fopen(path, "wb");
	while (to && (n = fread(buf, 1, sizeof(buf), from)) > 0)
		bad |= fwrite(buf, 1, n, to) != n;
	(void)fclose(from);
	return !to || fclose(to) != 0 || bad ? -1 : 0;
}

static int copy_rules(const char *dir)
{
	char path[1024], name[300];
	struct dirent *entry;
	DIR *rules;
	int bad = 0;
	(void)snprintf(path, sizeof(path), "%s/data/rules", source_root());
	rules = opendir(path);
	if (!rules)
		return -1;
	while ((entry = readdir(rules))) {
		(void)snprintf(name, sizeof(name), "rules/%s", entry->d_name);
		if (entry->d_name[0] != '.')
			bad |= copy_file(dir, name);
	}
	(void)closedir(rules);
	return bad;
}

static const struct mini_file *find(const struct mini_file *list, size_t n, const char *name)
{
	for (size_t i = 0; i < n && list[i].name; i++)
		if (strcmp(list[i].name, name) == 0)
			return &list[i];
	return NULL;
}

int mini_data_make(char dir[64], const struct mini_file *extra, int shipped_rules)
{
	char path[128];
	int bad = 0;
	(void)snprintf(dir, 64, "mini-XXXXXX");
	if (!mkdtemp(dir))
		return -1;
	(void)snprintf(path, sizeof(path), "%s/catalog", dir);
	bad |= mkdir(path, 0700);
	(void)snprintf(path, sizeof(path), "%s/rules", dir);
	bad |= mkdir(path, 0700);
	bad |= copy_file(dir, "schema.sql") | copy_file(dir, "derive.sql");
	if (shipped_rules)
		bad |= copy_rules(dir) | copy_file(dir, "workloads.cfg");
	for (size_t i = 0; i < LENGTH(tiny); i++)
		if (!shipped_rules || strcmp(tiny[i].name, "workloads.cfg") != 0)
			bad |= write_file(dir, tiny[i].name, tiny[i].text, "");
	for (; extra && extra->name; extra++) {
		const struct mini_file *base = find(tiny, LENGTH(tiny), extra->name);
		if (!extra->text) {
			(void)snprintf(path, sizeof(path), "%s/%s", dir, extra->name);
			bad |= unlink(path);
		} else if (extra->text[0] == '+') {
			bad |= write_file(dir, extra->name, base ? base->text : "", extra->text + 1);
		} else {
			bad |= write_file(dir, extra->name, extra->text, "");
		}
	}
	if (bad)
		mini_data_remove(dir);
	return bad ? -1 : 0;
}

void mini_data_remove(const char *dir)
{
	static const char *const folders[] = { "catalog", "rules", "." };
	for (size_t i = 0; i < LENGTH(folders); i++) {
		char path[512];
		struct dirent *entry;
		DIR *d;
		(void)snprintf(path, sizeof(path), "%s/%s", dir, folders[i]);
		d = opendir(path);
		while (d && (entry = readdir(d))) {
			(void)snprintf(path, sizeof(path), "%s/%s/%s", dir, folders[i], entry->d_name);
			if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
				(void)remove(path);
		}
		if (d)
			(void)closedir(d);
	}
	(void)rmdir(dir);
}

static int open_with(struct catalog **out, const struct mini_file *extra, int shipped_rules)
{
	char dir[64], path[128];
	int rc;
	err_clear(&last);
	if (mini_data_make(dir, extra, shipped_rules) != 0)
		return err_set(&last, ERR_IO, "the data folder of the test cannot be written");
	(void)snprintf(path, sizeof(path), "%s/catalog.db", dir);
	rc = catalog_build(dir, path, stderr, &last);
	if (rc == ERR_OK)
		rc = catalog_open(out, path, &last);
	if (rc != ERR_OK)
		mini_data_remove(dir);
	return rc;
}

int mini_catalog_open(struct catalog **out, const struct mini_file *extra)
{
	return open_with(out, extra, 0);
}

int mini_catalog_open_rules(struct catalog **out, const struct mini_file *extra)
{
	return open_with(out, extra, 1);
}

const char *mini_catalog_error(void)
{
	return last.msg;
}

void mini_catalog_close(struct catalog *cat)
{
	char dir[128];
	char *slash;
	if (!cat)
		return;
	(void)snprintf(dir, sizeof(dir), "%s", catalog_path(cat));
	slash = strrchr(dir, '/');
	if (slash)
		*slash = '\0';
	catalog_free(cat);
	if (slash)
		mini_data_remove(dir);
}

int64_t mini_part(struct catalog *cat, const char *kind, const char *name)
{
	struct stmt *st = NULL;
	int64_t id = 0;
	if (stmt_prepare(&st, catalog_db(cat), "SELECT id FROM part WHERE kind = ?1 AND (model = ?2 OR part_number = ?2)"
		" ORDER BY id LIMIT 1", NULL) != ERR_OK)
		return 0;
	stmt_bind_text(st, 1, kind);
	stmt_bind_text(st, 2, name);
	if (stmt_step(st, NULL) > 0)
		id = stmt_i64(st, 0);
	stmt_free(st);
	return id;
}
