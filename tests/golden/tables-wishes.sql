BEGIN TRANSACTION;
CREATE TABLE azulejos_schema (
	number INTEGER NOT NULL, 
	PRIMARY KEY (number)
);
INSERT INTO "azulejos_schema" VALUES(2);
CREATE TABLE entries (
	table_id VARCHAR(32) NOT NULL, 
	number INTEGER NOT NULL, 
	kind VARCHAR(8) NOT NULL, 
	body JSON NOT NULL, 
	created FLOAT NOT NULL, 
	PRIMARY KEY (table_id, number), 
	FOREIGN KEY(table_id) REFERENCES tables (id)
);
INSERT INTO "entries" VALUES('_pNrz_XMJ01RvgxX',1,'seat','{"seat": 0, "player": "person"}',1.79510175658811664579e+09);
INSERT INTO "entries" VALUES('_pNrz_XMJ01RvgxX',2,'seat','{"seat": 1, "player": "person"}',1.79510175658811664579e+09);
INSERT INTO "entries" VALUES('_pNrz_XMJ01RvgxX',3,'name','{"seat": 0, "name": "Ala"}',1.79510175658811664579e+09);
INSERT INTO "entries" VALUES('_pNrz_XMJ01RvgxX',4,'name','{"seat": 1, "name": "Bo"}',1.79510175658811664579e+09);
INSERT INTO "entries" VALUES('_pNrz_XMJ01RvgxX',5,'key','{"seat": 0, "hash": "076ad33db893cd005c23e84637ecd02ffe0ef36c2fa52755d097166626218fcb"}',1.79510175658811664579e+09);
INSERT INTO "entries" VALUES('_pNrz_XMJ01RvgxX',6,'key','{"seat": 1, "hash": "9d21207a3bcca91c4397495faea44b14a23a7b73baab05a245af81c057a5ff0c"}',1.79510175658811664579e+09);
INSERT INTO "entries" VALUES('_pNrz_XMJ01RvgxX',7,'came','{"seat": 0}',1.79510175658811664579e+09);
INSERT INTO "entries" VALUES('_pNrz_XMJ01RvgxX',8,'came','{"seat": 1}',1.79510175658811664579e+09);
INSERT INTO "entries" VALUES('_pNrz_XMJ01RvgxX',9,'clock','{"kind": "live", "seconds": 1800.0, "increment": 5.0, "bot": "medium"}',1.79510175658811664579e+09);
INSERT INTO "entries" VALUES('_pNrz_XMJ01RvgxX',10,'choice','{"choice": "draw brown"}',1.79510175658811664579e+09);
INSERT INTO "entries" VALUES('_pNrz_XMJ01RvgxX',11,'choice','{"choice": "draw blue"}',1.79510175658811664579e+09);
INSERT INTO "entries" VALUES('_pNrz_XMJ01RvgxX',12,'choice','{"choice": "draw cream"}',1.79510175658811664579e+09);
INSERT INTO "entries" VALUES('_pNrz_XMJ01RvgxX',13,'choice','{"choice": "draw blue"}',1.79510175658811664579e+09);
INSERT INTO "entries" VALUES('_pNrz_XMJ01RvgxX',14,'choice','{"choice": "draw brown"}',1.79510175658811664579e+09);
INSERT INTO "entries" VALUES('_pNrz_XMJ01RvgxX',15,'choice','{"choice": "draw red"}',1.79510175658811664579e+09);
INSERT INTO "entries" VALUES('_pNrz_XMJ01RvgxX',16,'choice','{"choice": "draw red"}',1.79510175658811664579e+09);
INSERT INTO "entries" VALUES('_pNrz_XMJ01RvgxX',17,'choice','{"choice": "draw brown"}',1.79510175658811664579e+09);
INSERT INTO "entries" VALUES('_pNrz_XMJ01RvgxX',18,'choice','{"choice": "draw blue"}',1.79510175658811664579e+09);
INSERT INTO "entries" VALUES('_pNrz_XMJ01RvgxX',19,'choice','{"choice": "draw red"}',1.79510175658811664579e+09);
INSERT INTO "entries" VALUES('_pNrz_XMJ01RvgxX',20,'choice','{"choice": "draw cream"}',1.79510175658811664579e+09);
INSERT INTO "entries" VALUES('_pNrz_XMJ01RvgxX',21,'choice','{"choice": "draw black"}',1.79510175658811664579e+09);
INSERT INTO "entries" VALUES('_pNrz_XMJ01RvgxX',22,'choice','{"choice": "draw cream"}',1.79510175658811664579e+09);
INSERT INTO "entries" VALUES('_pNrz_XMJ01RvgxX',23,'choice','{"choice": "draw blue"}',1.79510175658811664579e+09);
INSERT INTO "entries" VALUES('_pNrz_XMJ01RvgxX',24,'choice','{"choice": "draw brown"}',1.79510175658811664579e+09);
INSERT INTO "entries" VALUES('_pNrz_XMJ01RvgxX',25,'choice','{"choice": "draw black"}',1.79510175658811664579e+09);
INSERT INTO "entries" VALUES('_pNrz_XMJ01RvgxX',26,'choice','{"choice": "draw brown"}',1.79510175658811664579e+09);
INSERT INTO "entries" VALUES('_pNrz_XMJ01RvgxX',27,'choice','{"choice": "draw blue"}',1.79510175658811664579e+09);
INSERT INTO "entries" VALUES('_pNrz_XMJ01RvgxX',28,'choice','{"choice": "draw cream"}',1.79510175658811664579e+09);
INSERT INTO "entries" VALUES('_pNrz_XMJ01RvgxX',29,'choice','{"choice": "draw black"}',1.79510175658811664579e+09);
INSERT INTO "entries" VALUES('_pNrz_XMJ01RvgxX',30,'choice','{"choice": "factory-3 cream"}',1.795101756680873394e+09);
INSERT INTO "entries" VALUES('_pNrz_XMJ01RvgxX',31,'choice','{"choice": "line-1"}',1.79510175671586585041e+09);
INSERT INTO "entries" VALUES('_pNrz_XMJ01RvgxX',32,'choice','{"choice": "factory-1 brown"}',1.7951017567592630386e+09);
INSERT INTO "entries" VALUES('_pNrz_XMJ01RvgxX',33,'choice','{"choice": "line-2"}',1.79510175678935623164e+09);
INSERT INTO "entries" VALUES('_pNrz_XMJ01RvgxX',34,'choice','{"choice": "factory-4 brown"}',1.79510175684738326066e+09);
INSERT INTO "entries" VALUES('_pNrz_XMJ01RvgxX',35,'choice','{"choice": "line-2"}',1.79510175686715555192e+09);
INSERT INTO "entries" VALUES('_pNrz_XMJ01RvgxX',36,'choice','{"choice": "factory-2 brown"}',1.79510175692312550542e+09);
INSERT INTO "entries" VALUES('_pNrz_XMJ01RvgxX',37,'choice','{"choice": "floor"}',1.79510175695512104029e+09);
INSERT INTO "entries" VALUES('_pNrz_XMJ01RvgxX',38,'choice','{"choice": "factory-5 cream"}',1.79510175699156069757e+09);
INSERT INTO "entries" VALUES('_pNrz_XMJ01RvgxX',39,'choice','{"choice": "line-5"}',1.79510175702037596701e+09);
INSERT INTO "entries" VALUES('_pNrz_XMJ01RvgxX',40,'ask','{"seat": 1, "to": 35, "needs": [0]}',1.79510175710767316816e+09);
INSERT INTO "entries" VALUES('4WQZwKkBFOvRrBNr',1,'seat','{"seat": 0, "player": "person"}',1.79510175721407079689e+09);
INSERT INTO "entries" VALUES('4WQZwKkBFOvRrBNr',2,'seat','{"seat": 1, "player": "person"}',1.79510175721407079689e+09);
INSERT INTO "entries" VALUES('4WQZwKkBFOvRrBNr',3,'seat','{"seat": 2, "player": "person"}',1.79510175721407079689e+09);
INSERT INTO "entries" VALUES('4WQZwKkBFOvRrBNr',4,'name','{"seat": 0, "name": "Ala"}',1.79510175721407079689e+09);
INSERT INTO "entries" VALUES('4WQZwKkBFOvRrBNr',5,'name','{"seat": 1, "name": "Bo"}',1.79510175721407079689e+09);
INSERT INTO "entries" VALUES('4WQZwKkBFOvRrBNr',6,'name','{"seat": 2, "name": "Cy"}',1.79510175721407079689e+09);
INSERT INTO "entries" VALUES('4WQZwKkBFOvRrBNr',7,'key','{"seat": 0, "hash": "f8708ee47d92ac115d36ca86cc8029c8a2e890be14b74d359717157aed5b73c0"}',1.79510175721407079689e+09);
INSERT INTO "entries" VALUES('4WQZwKkBFOvRrBNr',8,'key','{"seat": 1, "hash": "e529f460c4697cf11cedcd467b0eb6a0114c7d7a4e115eaccb1f695d0022f1db"}',1.79510175721407079689e+09);
INSERT INTO "entries" VALUES('4WQZwKkBFOvRrBNr',9,'key','{"seat": 2, "hash": "309d86e5afa8775f0cc6da989068359a392116d9dd191eb795ff19e7c716a8a0"}',1.79510175721407079689e+09);
INSERT INTO "entries" VALUES('4WQZwKkBFOvRrBNr',10,'came','{"seat": 0}',1.79510175721407079689e+09);
INSERT INTO "entries" VALUES('4WQZwKkBFOvRrBNr',11,'came','{"seat": 1}',1.79510175721407079689e+09);
INSERT INTO "entries" VALUES('4WQZwKkBFOvRrBNr',12,'came','{"seat": 2}',1.79510175721407079689e+09);
INSERT INTO "entries" VALUES('4WQZwKkBFOvRrBNr',13,'clock','{"kind": "live", "seconds": 1800.0, "increment": 5.0, "bot": "medium"}',1.79510175721407079689e+09);
INSERT INTO "entries" VALUES('4WQZwKkBFOvRrBNr',14,'choice','{"choice": "draw blue"}',1.79510175721407079689e+09);
INSERT INTO "entries" VALUES('4WQZwKkBFOvRrBNr',15,'choice','{"choice": "draw red"}',1.79510175721407079689e+09);
INSERT INTO "entries" VALUES('4WQZwKkBFOvRrBNr',16,'choice','{"choice": "draw orange"}',1.79510175721407079689e+09);
INSERT INTO "entries" VALUES('4WQZwKkBFOvRrBNr',17,'choice','{"choice": "draw blue"}',1.79510175721407079689e+09);
INSERT INTO "entries" VALUES('4WQZwKkBFOvRrBNr',18,'choice','{"choice": "draw orange"}',1.79510175721407079689e+09);
INSERT INTO "entries" VALUES('4WQZwKkBFOvRrBNr',19,'choice','{"choice": "draw yellow"}',1.79510175721407079689e+09);
INSERT INTO "entries" VALUES('4WQZwKkBFOvRrBNr',20,'choice','{"choice": "draw blue"}',1.79510175721407079689e+09);
INSERT INTO "entries" VALUES('4WQZwKkBFOvRrBNr',21,'choice','{"choice": "draw yellow"}',1.79510175721407079689e+09);
INSERT INTO "entries" VALUES('4WQZwKkBFOvRrBNr',22,'choice','{"choice": "draw green"}',1.79510175721407079689e+09);
INSERT INTO "entries" VALUES('4WQZwKkBFOvRrBNr',23,'choice','{"choice": "draw green"}',1.79510175721407079689e+09);
INSERT INTO "entries" VALUES('4WQZwKkBFOvRrBNr',24,'choice','{"choice": "draw orange"}',1.79510175721407079689e+09);
INSERT INTO "entries" VALUES('4WQZwKkBFOvRrBNr',25,'choice','{"choice": "draw red"}',1.79510175721407079689e+09);
INSERT INTO "entries" VALUES('4WQZwKkBFOvRrBNr',26,'choice','{"choice": "draw green"}',1.79510175721407079689e+09);
INSERT INTO "entries" VALUES('4WQZwKkBFOvRrBNr',27,'choice','{"choice": "draw blue"}',1.79510175721407079689e+09);
INSERT INTO "entries" VALUES('4WQZwKkBFOvRrBNr',28,'choice','{"choice": "draw red"}',1.79510175721407079689e+09);
INSERT INTO "entries" VALUES('4WQZwKkBFOvRrBNr',29,'choice','{"choice": "draw green"}',1.79510175721407079689e+09);
INSERT INTO "entries" VALUES('4WQZwKkBFOvRrBNr',30,'choice','{"choice": "draw green"}',1.79510175721407079689e+09);
INSERT INTO "entries" VALUES('4WQZwKkBFOvRrBNr',31,'choice','{"choice": "draw orange"}',1.79510175721407079689e+09);
INSERT INTO "entries" VALUES('4WQZwKkBFOvRrBNr',32,'choice','{"choice": "draw red"}',1.79510175721407079689e+09);
INSERT INTO "entries" VALUES('4WQZwKkBFOvRrBNr',33,'choice','{"choice": "draw purple"}',1.79510175721407079689e+09);
INSERT INTO "entries" VALUES('4WQZwKkBFOvRrBNr',34,'choice','{"choice": "draw yellow"}',1.79510175721407079689e+09);
INSERT INTO "entries" VALUES('4WQZwKkBFOvRrBNr',35,'choice','{"choice": "draw orange"}',1.79510175721407079689e+09);
INSERT INTO "entries" VALUES('4WQZwKkBFOvRrBNr',36,'choice','{"choice": "draw blue"}',1.79510175721407079689e+09);
INSERT INTO "entries" VALUES('4WQZwKkBFOvRrBNr',37,'choice','{"choice": "draw yellow"}',1.79510175721407079689e+09);
INSERT INTO "entries" VALUES('4WQZwKkBFOvRrBNr',38,'choice','{"choice": "draw yellow"}',1.79510175721407079689e+09);
INSERT INTO "entries" VALUES('4WQZwKkBFOvRrBNr',39,'choice','{"choice": "draw purple"}',1.79510175721407079689e+09);
INSERT INTO "entries" VALUES('4WQZwKkBFOvRrBNr',40,'choice','{"choice": "draw blue"}',1.79510175721407079689e+09);
INSERT INTO "entries" VALUES('4WQZwKkBFOvRrBNr',41,'choice','{"choice": "draw orange"}',1.79510175721407079689e+09);
INSERT INTO "entries" VALUES('4WQZwKkBFOvRrBNr',42,'choice','{"choice": "draw yellow"}',1.79510175721407079689e+09);
INSERT INTO "entries" VALUES('4WQZwKkBFOvRrBNr',43,'choice','{"choice": "draw red"}',1.79510175721407079689e+09);
INSERT INTO "entries" VALUES('4WQZwKkBFOvRrBNr',44,'choice','{"choice": "draw orange"}',1.79510175721407079689e+09);
INSERT INTO "entries" VALUES('4WQZwKkBFOvRrBNr',45,'choice','{"choice": "draw red"}',1.79510175721407079689e+09);
INSERT INTO "entries" VALUES('4WQZwKkBFOvRrBNr',46,'choice','{"choice": "draw purple"}',1.79510175721407079689e+09);
INSERT INTO "entries" VALUES('4WQZwKkBFOvRrBNr',47,'choice','{"choice": "draw yellow"}',1.79510175721407079689e+09);
INSERT INTO "entries" VALUES('4WQZwKkBFOvRrBNr',48,'choice','{"choice": "draw purple"}',1.79510175721407079689e+09);
INSERT INTO "entries" VALUES('4WQZwKkBFOvRrBNr',49,'choice','{"choice": "draw blue"}',1.79510175721407079689e+09);
INSERT INTO "entries" VALUES('4WQZwKkBFOvRrBNr',50,'choice','{"choice": "draw yellow"}',1.79510175721407079689e+09);
INSERT INTO "entries" VALUES('4WQZwKkBFOvRrBNr',51,'choice','{"choice": "draw red"}',1.79510175721407079689e+09);
INSERT INTO "entries" VALUES('4WQZwKkBFOvRrBNr',52,'choice','{"choice": "factory-3 orange"}',1.79510175731910395615e+09);
INSERT INTO "entries" VALUES('4WQZwKkBFOvRrBNr',53,'choice','{"choice": "factory-1 red"}',1.79510175735887694357e+09);
INSERT INTO "entries" VALUES('4WQZwKkBFOvRrBNr',54,'choice','{"choice": "factory-6 yellow"}',1.79510175742369461056e+09);
INSERT INTO "entries" VALUES('4WQZwKkBFOvRrBNr',55,'choice','{"choice": "centre yellow"}',1.79510175748314118387e+09);
INSERT INTO "entries" VALUES('4WQZwKkBFOvRrBNr',56,'choice','{"choice": "factory-7 red"}',1.79510175754073166842e+09);
INSERT INTO "entries" VALUES('4WQZwKkBFOvRrBNr',57,'ask','{"seat": 2, "to": 53, "needs": [0, 1]}',1.79510175764032721521e+09);
INSERT INTO "entries" VALUES('4WQZwKkBFOvRrBNr',58,'agree','{"seat": 0}',1.79510175766659355166e+09);
INSERT INTO "entries" VALUES('CKSbNlkgtNWjIjbp',1,'seat','{"seat": 0, "player": "person"}',1.79510175777520585059e+09);
INSERT INTO "entries" VALUES('CKSbNlkgtNWjIjbp',2,'seat','{"seat": 1, "player": "person"}',1.79510175777520585059e+09);
INSERT INTO "entries" VALUES('CKSbNlkgtNWjIjbp',3,'name','{"seat": 0, "name": "Ala"}',1.79510175777520585059e+09);
INSERT INTO "entries" VALUES('CKSbNlkgtNWjIjbp',4,'name','{"seat": 1, "name": "Bo"}',1.79510175777520585059e+09);
INSERT INTO "entries" VALUES('CKSbNlkgtNWjIjbp',5,'key','{"seat": 0, "hash": "a2d55d2b6fc4c3881d71350f2bab99cee56d4019a5521b250527b05fe2f085dd"}',1.79510175777520585059e+09);
INSERT INTO "entries" VALUES('CKSbNlkgtNWjIjbp',6,'key','{"seat": 1, "hash": "48b5043499197fc8cc0de2599ba9e8c6bce9a414ab09a65e78b638e50d06b86f"}',1.79510175777520585059e+09);
INSERT INTO "entries" VALUES('CKSbNlkgtNWjIjbp',7,'came','{"seat": 0}',1.79510175777520585059e+09);
INSERT INTO "entries" VALUES('CKSbNlkgtNWjIjbp',8,'came','{"seat": 1}',1.79510175777520585059e+09);
INSERT INTO "entries" VALUES('CKSbNlkgtNWjIjbp',9,'clock','{"kind": "live", "seconds": 1800.0, "increment": 5.0, "bot": "medium"}',1.79510175777520585059e+09);
INSERT INTO "entries" VALUES('CKSbNlkgtNWjIjbp',10,'choice','{"choice": "next special"}',1.79510175777520585059e+09);
INSERT INTO "entries" VALUES('CKSbNlkgtNWjIjbp',11,'choice','{"choice": "reveal h-special"}',1.79510175777520585059e+09);
INSERT INTO "entries" VALUES('CKSbNlkgtNWjIjbp',12,'choice','{"choice": "next special"}',1.79510175777520585059e+09);
INSERT INTO "entries" VALUES('CKSbNlkgtNWjIjbp',13,'choice','{"choice": "reveal c-special"}',1.79510175777520585059e+09);
INSERT INTO "entries" VALUES('CKSbNlkgtNWjIjbp',14,'choice','{"choice": "next special"}',1.79510175777520585059e+09);
INSERT INTO "entries" VALUES('CKSbNlkgtNWjIjbp',15,'choice','{"choice": "reveal a-special"}',1.79510175777520585059e+09);
INSERT INTO "entries" VALUES('CKSbNlkgtNWjIjbp',16,'choice','{"choice": "next special"}',1.79510175777520585059e+09);
INSERT INTO "entries" VALUES('CKSbNlkgtNWjIjbp',17,'choice','{"choice": "draw turquoise"}',1.79510175777520585059e+09);
INSERT INTO "entries" VALUES('CKSbNlkgtNWjIjbp',18,'choice','{"choice": "draw turquoise"}',1.79510175777520585059e+09);
INSERT INTO "entries" VALUES('CKSbNlkgtNWjIjbp',19,'choice','{"choice": "draw red"}',1.79510175777520585059e+09);
INSERT INTO "entries" VALUES('CKSbNlkgtNWjIjbp',20,'choice','{"choice": "draw red"}',1.79510175777520585059e+09);
INSERT INTO "entries" VALUES('CKSbNlkgtNWjIjbp',21,'choice','{"choice": "draw black"}',1.79510175777520585059e+09);
INSERT INTO "entries" VALUES('CKSbNlkgtNWjIjbp',22,'choice','{"choice": "draw red"}',1.79510175777520585059e+09);
INSERT INTO "entries" VALUES('CKSbNlkgtNWjIjbp',23,'choice','{"choice": "draw black"}',1.79510175777520585059e+09);
INSERT INTO "entries" VALUES('CKSbNlkgtNWjIjbp',24,'choice','{"choice": "draw blue"}',1.79510175777520585059e+09);
INSERT INTO "entries" VALUES('CKSbNlkgtNWjIjbp',25,'choice','{"choice": "draw black"}',1.79510175777520585059e+09);
INSERT INTO "entries" VALUES('CKSbNlkgtNWjIjbp',26,'choice','{"choice": "draw red"}',1.79510175777520585059e+09);
INSERT INTO "entries" VALUES('CKSbNlkgtNWjIjbp',27,'choice','{"choice": "draw yellow"}',1.79510175777520585059e+09);
INSERT INTO "entries" VALUES('CKSbNlkgtNWjIjbp',28,'choice','{"choice": "draw turquoise"}',1.79510175777520585059e+09);
INSERT INTO "entries" VALUES('CKSbNlkgtNWjIjbp',29,'choice','{"choice": "draw yellow"}',1.79510175777520585059e+09);
INSERT INTO "entries" VALUES('CKSbNlkgtNWjIjbp',30,'choice','{"choice": "draw blue"}',1.79510175777520585059e+09);
INSERT INTO "entries" VALUES('CKSbNlkgtNWjIjbp',31,'choice','{"choice": "draw blue"}',1.79510175777520585059e+09);
INSERT INTO "entries" VALUES('CKSbNlkgtNWjIjbp',32,'choice','{"choice": "draw turquoise"}',1.79510175777520585059e+09);
INSERT INTO "entries" VALUES('CKSbNlkgtNWjIjbp',33,'choice','{"choice": "draw yellow"}',1.79510175777520585059e+09);
INSERT INTO "entries" VALUES('CKSbNlkgtNWjIjbp',34,'choice','{"choice": "draw turquoise"}',1.79510175777520585059e+09);
INSERT INTO "entries" VALUES('CKSbNlkgtNWjIjbp',35,'choice','{"choice": "draw black"}',1.79510175777520585059e+09);
INSERT INTO "entries" VALUES('CKSbNlkgtNWjIjbp',36,'choice','{"choice": "draw yellow"}',1.79510175777520585059e+09);
INSERT INTO "entries" VALUES('CKSbNlkgtNWjIjbp',37,'choice','{"choice": "draw red"}',1.79510175777520585059e+09);
INSERT INTO "entries" VALUES('CKSbNlkgtNWjIjbp',38,'choice','{"choice": "dome c-special"}',1.7951017578654067516e+09);
INSERT INTO "entries" VALUES('CKSbNlkgtNWjIjbp',39,'choice','{"choice": "place-7"}',1.79510175788596129413e+09);
INSERT INTO "entries" VALUES('CKSbNlkgtNWjIjbp',40,'choice','{"choice": "turned-2"}',1795101757.92012);
INSERT INTO "entries" VALUES('CKSbNlkgtNWjIjbp',41,'choice','{"choice": "reveal d-special"}',1795101757.92012);
INSERT INTO "entries" VALUES('CKSbNlkgtNWjIjbp',42,'choice','{"choice": "next wild"}',1795101757.92012);
INSERT INTO "entries" VALUES('CKSbNlkgtNWjIjbp',43,'choice','{"choice": "dome d-special"}',1.79510175797255301472e+09);
INSERT INTO "entries" VALUES('CKSbNlkgtNWjIjbp',44,'choice','{"choice": "place-4"}',1.79510175798792910575e+09);
INSERT INTO "entries" VALUES('CKSbNlkgtNWjIjbp',45,'choice','{"choice": "turned-1"}',1.7951017580192475319e+09);
INSERT INTO "entries" VALUES('CKSbNlkgtNWjIjbp',46,'choice','{"choice": "reveal a-wild"}',1.7951017580192475319e+09);
INSERT INTO "entries" VALUES('CKSbNlkgtNWjIjbp',47,'choice','{"choice": "next wild"}',1.7951017580192475319e+09);
INSERT INTO "entries" VALUES('CKSbNlkgtNWjIjbp',48,'choice','{"choice": "factory-3 yellow"}',1.79510175810209798808e+09);
INSERT INTO "entries" VALUES('CKSbNlkgtNWjIjbp',49,'choice','{"choice": "stack turquoise"}',1.79510175812970256808e+09);
INSERT INTO "entries" VALUES('CKSbNlkgtNWjIjbp',50,'choice','{"choice": "line-2"}',1.79510175816164016721e+09);
INSERT INTO "entries" VALUES('CKSbNlkgtNWjIjbp',51,'choice','{"choice": "factory-2 turquoise"}',1.79510175822335433962e+09);
INSERT INTO "entries" VALUES('CKSbNlkgtNWjIjbp',52,'choice','{"choice": "stack red"}',1.79510175825213217737e+09);
INSERT INTO "entries" VALUES('CKSbNlkgtNWjIjbp',53,'choice','{"choice": "line-2"}',1.79510175827612781518e+09);
INSERT INTO "entries" VALUES('CKSbNlkgtNWjIjbp',54,'ask','{"seat": 0, "to": 47, "needs": [1]}',1795101758.42916);
INSERT INTO "entries" VALUES('CKSbNlkgtNWjIjbp',55,'refuse','{"seat": 1}',1.79510175845121908188e+09);
INSERT INTO "entries" VALUES('CKSbNlkgtNWjIjbp',56,'choice','{"choice": "moon blue"}',1.79510175852193832398e+09);
INSERT INTO "entries" VALUES('CKSbNlkgtNWjIjbp',57,'choice','{"choice": "line-5"}',1.79510175854723644261e+09);
INSERT INTO "entries" VALUES('LZledwvfIR4x17WZ',1,'seat','{"seat": 0, "player": "person"}',1.79510175866048479081e+09);
INSERT INTO "entries" VALUES('LZledwvfIR4x17WZ',2,'seat','{"seat": 1, "player": "person"}',1.79510175866048479081e+09);
INSERT INTO "entries" VALUES('LZledwvfIR4x17WZ',3,'seat','{"seat": 2, "player": "greedy-1"}',1.79510175866048479081e+09);
INSERT INTO "entries" VALUES('LZledwvfIR4x17WZ',4,'name','{"seat": 0, "name": "Ala"}',1.79510175866048479081e+09);
INSERT INTO "entries" VALUES('LZledwvfIR4x17WZ',5,'name','{"seat": 1, "name": "Bo"}',1.79510175866048479081e+09);
INSERT INTO "entries" VALUES('LZledwvfIR4x17WZ',6,'name','{"seat": 2, "name": "Cy"}',1.79510175866048479081e+09);
INSERT INTO "entries" VALUES('LZledwvfIR4x17WZ',7,'key','{"seat": 0, "hash": "93ff704db6cec04827f794b664c68248ba4e124dfb138dd73474e251f8af1373"}',1.79510175866048479081e+09);
INSERT INTO "entries" VALUES('LZledwvfIR4x17WZ',8,'key','{"seat": 1, "hash": "b7d1e0a6689b4881576c9e4f435c05a5ed42482ef65a495e79a25d25c9432f7b"}',1.79510175866048479081e+09);
INSERT INTO "entries" VALUES('LZledwvfIR4x17WZ',9,'came','{"seat": 0}',1.79510175866048479081e+09);
INSERT INTO "entries" VALUES('LZledwvfIR4x17WZ',10,'came','{"seat": 1}',1.79510175866048479081e+09);
INSERT INTO "entries" VALUES('LZledwvfIR4x17WZ',11,'clock','{"kind": "live", "seconds": 1800.0, "increment": 5.0, "bot": "medium"}',1.79510175866048479081e+09);
INSERT INTO "entries" VALUES('LZledwvfIR4x17WZ',12,'choice','{"choice": "draw tree-light-purple"}',1.79510175866048479081e+09);
INSERT INTO "entries" VALUES('LZledwvfIR4x17WZ',13,'choice','{"choice": "draw tree-dark-green"}',1.79510175866048479081e+09);
INSERT INTO "entries" VALUES('LZledwvfIR4x17WZ',14,'choice','{"choice": "draw bird-blue"}',1.79510175866048479081e+09);
INSERT INTO "entries" VALUES('LZledwvfIR4x17WZ',15,'choice','{"choice": "draw bird-light-purple"}',1.79510175866048479081e+09);
INSERT INTO "entries" VALUES('LZledwvfIR4x17WZ',16,'choice','{"choice": "take tree"}',1.79510175887542867663e+09);
INSERT INTO "entries" VALUES('LZledwvfIR4x17WZ',17,'choice','{"choice": "draw lily-light-green"}',1.79510175887542867663e+09);
INSERT INTO "entries" VALUES('LZledwvfIR4x17WZ',18,'choice','{"choice": "draw tree-yellow"}',1.79510175887542867663e+09);
INSERT INTO "entries" VALUES('LZledwvfIR4x17WZ',19,'choice','{"choice": "draw plant-dark-purple"}',1.79510175887542867663e+09);
INSERT INTO "entries" VALUES('LZledwvfIR4x17WZ',20,'choice','{"choice": "draw plant-blue"}',1.79510175887542867663e+09);
INSERT INTO "entries" VALUES('LZledwvfIR4x17WZ',21,'choice','{"choice": "take yellow"}',1.79510175913976430892e+09);
INSERT INTO "entries" VALUES('LZledwvfIR4x17WZ',22,'choice','{"choice": "draw bird-dark-purple"}',1.79510175913976430892e+09);
INSERT INTO "entries" VALUES('LZledwvfIR4x17WZ',23,'choice','{"choice": "draw lily-blue"}',1.79510175913976430892e+09);
INSERT INTO "entries" VALUES('LZledwvfIR4x17WZ',24,'choice','{"choice": "draw butterfly-yellow"}',1.79510175913976430892e+09);
INSERT INTO "entries" VALUES('LZledwvfIR4x17WZ',25,'choice','{"choice": "draw plant-yellow"}',1.79510175913976430892e+09);
INSERT INTO "entries" VALUES('LZledwvfIR4x17WZ',26,'choice','{"choice": "take blue"}',1.79510176097452449793e+09);
INSERT INTO "entries" VALUES('LZledwvfIR4x17WZ',27,'choice','{"choice": "draw tree-dark-purple"}',1.79510176097452449793e+09);
INSERT INTO "entries" VALUES('LZledwvfIR4x17WZ',28,'choice','{"choice": "draw lily-dark-purple"}',1.79510176097452449793e+09);
INSERT INTO "entries" VALUES('LZledwvfIR4x17WZ',29,'choice','{"choice": "draw tree-light-green"}',1.79510176097452449793e+09);
INSERT INTO "entries" VALUES('LZledwvfIR4x17WZ',30,'choice','{"choice": "draw tree-blue"}',1.79510176097452449793e+09);
INSERT INTO "entries" VALUES('LZledwvfIR4x17WZ',31,'choice','{"choice": "take butterfly"}',1.79510176126948785778e+09);
INSERT INTO "entries" VALUES('LZledwvfIR4x17WZ',32,'choice','{"choice": "place tree-yellow"}',1.79510176146578097344e+09);
INSERT INTO "entries" VALUES('LZledwvfIR4x17WZ',33,'choice','{"choice": "at fountain-nw"}',1.7951017615563817024e+09);
INSERT INTO "entries" VALUES('LZledwvfIR4x17WZ',34,'undo','{"to": 31}',1.79510176222792315484e+09);
CREATE TABLE request_keys (
	table_id VARCHAR(32) NOT NULL, 
	"key" VARCHAR(64) NOT NULL, 
	first INTEGER NOT NULL, 
	last INTEGER NOT NULL, 
	PRIMARY KEY (table_id, "key"), 
	FOREIGN KEY(table_id) REFERENCES tables (id)
);
INSERT INTO "request_keys" VALUES('_pNrz_XMJ01RvgxX','golden-key-0000',30,30);
INSERT INTO "request_keys" VALUES('_pNrz_XMJ01RvgxX','golden-key-0001',31,31);
INSERT INTO "request_keys" VALUES('_pNrz_XMJ01RvgxX','golden-key-0002',32,32);
INSERT INTO "request_keys" VALUES('_pNrz_XMJ01RvgxX','golden-key-0003',33,33);
INSERT INTO "request_keys" VALUES('_pNrz_XMJ01RvgxX','golden-key-0004',34,34);
INSERT INTO "request_keys" VALUES('_pNrz_XMJ01RvgxX','golden-key-0005',35,35);
INSERT INTO "request_keys" VALUES('_pNrz_XMJ01RvgxX','golden-key-0006',36,36);
INSERT INTO "request_keys" VALUES('_pNrz_XMJ01RvgxX','golden-key-0007',37,37);
INSERT INTO "request_keys" VALUES('_pNrz_XMJ01RvgxX','golden-key-0008',38,38);
INSERT INTO "request_keys" VALUES('_pNrz_XMJ01RvgxX','golden-key-0009',39,39);
INSERT INTO "request_keys" VALUES('_pNrz_XMJ01RvgxX','golden-key-0010',40,40);
INSERT INTO "request_keys" VALUES('4WQZwKkBFOvRrBNr','golden-key-0011',52,52);
INSERT INTO "request_keys" VALUES('4WQZwKkBFOvRrBNr','golden-key-0012',53,53);
INSERT INTO "request_keys" VALUES('4WQZwKkBFOvRrBNr','golden-key-0013',54,54);
INSERT INTO "request_keys" VALUES('4WQZwKkBFOvRrBNr','golden-key-0014',55,55);
INSERT INTO "request_keys" VALUES('4WQZwKkBFOvRrBNr','golden-key-0015',56,56);
INSERT INTO "request_keys" VALUES('4WQZwKkBFOvRrBNr','golden-key-0016',57,57);
INSERT INTO "request_keys" VALUES('4WQZwKkBFOvRrBNr','golden-key-0017',58,58);
INSERT INTO "request_keys" VALUES('CKSbNlkgtNWjIjbp','golden-key-0018',38,38);
INSERT INTO "request_keys" VALUES('CKSbNlkgtNWjIjbp','golden-key-0019',39,39);
INSERT INTO "request_keys" VALUES('CKSbNlkgtNWjIjbp','golden-key-0020',40,42);
INSERT INTO "request_keys" VALUES('CKSbNlkgtNWjIjbp','golden-key-0021',43,43);
INSERT INTO "request_keys" VALUES('CKSbNlkgtNWjIjbp','golden-key-0022',44,44);
INSERT INTO "request_keys" VALUES('CKSbNlkgtNWjIjbp','golden-key-0023',45,47);
INSERT INTO "request_keys" VALUES('CKSbNlkgtNWjIjbp','golden-key-0025',48,48);
INSERT INTO "request_keys" VALUES('CKSbNlkgtNWjIjbp','golden-key-0026',49,49);
INSERT INTO "request_keys" VALUES('CKSbNlkgtNWjIjbp','golden-key-0027',50,50);
INSERT INTO "request_keys" VALUES('CKSbNlkgtNWjIjbp','golden-key-0028',51,51);
INSERT INTO "request_keys" VALUES('CKSbNlkgtNWjIjbp','golden-key-0029',52,52);
INSERT INTO "request_keys" VALUES('CKSbNlkgtNWjIjbp','golden-key-0030',53,53);
INSERT INTO "request_keys" VALUES('CKSbNlkgtNWjIjbp','golden-key-0031',54,54);
INSERT INTO "request_keys" VALUES('CKSbNlkgtNWjIjbp','golden-key-0032',55,55);
INSERT INTO "request_keys" VALUES('CKSbNlkgtNWjIjbp','golden-key-0033',56,56);
INSERT INTO "request_keys" VALUES('CKSbNlkgtNWjIjbp','golden-key-0034',57,57);
INSERT INTO "request_keys" VALUES('LZledwvfIR4x17WZ','golden-key-0035',16,20);
INSERT INTO "request_keys" VALUES('LZledwvfIR4x17WZ','golden-key-0036',21,25);
INSERT INTO "request_keys" VALUES('LZledwvfIR4x17WZ','ZZhIO5YZZjHJJYWZMaEGtA',26,30);
INSERT INTO "request_keys" VALUES('LZledwvfIR4x17WZ','golden-key-0037',31,31);
INSERT INTO "request_keys" VALUES('LZledwvfIR4x17WZ','golden-key-0038',32,32);
INSERT INTO "request_keys" VALUES('LZledwvfIR4x17WZ','golden-key-0039',33,33);
INSERT INTO "request_keys" VALUES('LZledwvfIR4x17WZ','golden-key-0040',34,34);
CREATE TABLE tables (
	id VARCHAR(32) NOT NULL, 
	created FLOAT NOT NULL, 
	game JSON NOT NULL, 
	origin JSON, 
	last INTEGER NOT NULL, 
	is_public BOOLEAN DEFAULT 0 NOT NULL, 
	finished FLOAT, 
	PRIMARY KEY (id)
);
INSERT INTO "tables" VALUES('_pNrz_XMJ01RvgxX',1.79510175658716154096e+09,'{"game": "chocolatier", "players": 2, "first": "seat-1", "box": "coloured", "factories": "plain"}','null',40,0,NULL);
INSERT INTO "tables" VALUES('4WQZwKkBFOvRrBNr',1.79510175721374535566e+09,'{"game": "pavilion", "players": 3, "first": "seat-1", "board": "coloured"}','null',58,0,NULL);
INSERT INTO "tables" VALUES('CKSbNlkgtNWjIjbp',1.79510175777488565447e+09,'{"game": "duel", "players": 2, "first": "seat-1", "goals": "first-game"}','null',57,0,NULL);
INSERT INTO "tables" VALUES('LZledwvfIR4x17WZ',1.79510175866015815734e+09,'{"game": "garden", "players": 3, "first": "seat-1", "side": "A", "wheel": "standard"}','null',34,0,NULL);
CREATE INDEX tables_finished ON tables (finished, id) WHERE is_public = 1 AND finished IS NOT NULL;
CREATE INDEX tables_open ON tables (created, id) WHERE is_public = 1 AND finished IS NULL;
CREATE INDEX tables_by_age ON tables (created);
COMMIT;
