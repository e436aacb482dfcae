/** A database with an example of every element of the format. */
export const exampleDbc = `VERSION "7.1"

NS_ :
\tNS_DESC_
\tCM_
\tBA_DEF_
\tSG_MUL_VAL_

BS_: 500000 : 1,2

BU_: ECU GTW Tester

VAL_TABLE_ OnOff 1 "On" 0 "Off" ;

BO_ 291 Motor: 8 ECU
 SG_ Speed : 0|16@1+ (0.25,-100) [-100|16283.75] "rpm" GTW,Tester
 SG_ Torque : 23|12@0- (0.5,0) [0|0] "Nm" GTW
 SG_ Ratio : 32|32@1- (1,0) [-10|10] "" GTW

BO_ 292 Modes: 8 GTW
 SG_ Mode M : 0|4@1+ (1,0) [0|15] "" ECU
 SG_ Level m1 : 8|8@1+ (1,0) [0|255] "%" ECU
 SG_ Page m2M : 8|8@1+ (1,0) [0|0] "" ECU
 SG_ Deep m3 : 16|16@1+ (2,0) [0|0] "" ECU
 SG_ Always : 56|8@1- (1,0) [0|0] "" ECU

BO_ 2565866750 EEC1: 8 Vector__XXX
 SG_ EngineSpeed : 24|16@1+ (0.125,0) [0|8031.875] "rpm" Vector__XXX

BO_ 600 Wide: 64 ECU
 SG_ Counter64 : 448|64@1+ (1,0) [0|0] "" GTW
 SG_ Signed64 : 7|64@0- (1,0) [0|0] "" GTW
 SG_ Exact : 128|64@1- (1,0) [0|0] "" GTW
 SG_ Odd : 67|53@0+ (1,0) [0|0] "" GTW

BO_ 3221225472 VECTOR__INDEPENDENT_SIG_MSG: 0 Vector__XXX
 SG_ Orphan : 0|8@1+ (1,0) [0|0] "" Vector__XXX

BO_TX_BU_ 291 : ECU,GTW;

EV_ Light: 0 [0|1] "" 0 1 DUMMY_NODE_VECTOR0 Vector__XXX;
ENVVAR_DATA_ Light: 5;
SGTYPE_ Kind : 8@1+ (1,0) [0|1] "" 0 ,OnOff;

CM_ "A database of our own: 20 \u00b0C; it is for \\"all\\".";
CM_ BU_ ECU "Engine control";
CM_ BO_ 291 "Two
lines.";
CM_ SG_ 291 Speed "Of the crankshaft; BO_ 5 is no statement here";
CM_ EV_ Light "kept";

BA_DEF_ "ProtocolType" STRING ;
BA_DEF_ BO_ "GenMsgCycleTime" INT 0 10000;
BA_DEF_ BO_ "VFrameFormat" ENUM "StandardCAN","ExtendedCAN","reserved","J1939PG";
BA_DEF_ SG_ "SPN" INT 0 524287;
BA_DEF_ BU_ "Weight" FLOAT 0 1.5e3;
BA_DEF_ SG_ "Mask" HEX 0 255;
BA_DEF_REL_ BU_SG_REL_ "Late" INT 0 100;
BA_DEF_DEF_ "ProtocolType" "";
BA_DEF_DEF_ "GenMsgCycleTime" 0;
BA_DEF_DEF_ "VFrameFormat" "StandardCAN";
BA_DEF_DEF_ "SPN" 0;
BA_ "ProtocolType" "J1939";
BA_ "Weight" BU_ ECU 2.5;
BA_ "GenMsgCycleTime" BO_ 291 20;
BA_ "VFrameFormat" BO_ 2565866750 3;
BA_ "SPN" SG_ 2565866750 EngineSpeed 190;
BA_REL_ "Late" BU_SG_REL_ GTW SG_ 291 Speed 5;

VAL_ 292 Mode 0 "Idle" 1 "Level" 2 "Paged" -1 "Never" ;
VAL_ Light 0 "Off" 1 "On" ;
SIG_GROUP_ 291 Both 1 : Speed Torque;
SIG_VALTYPE_ 291 Ratio : 1;
SG_MUL_VAL_ 292 Level Mode 1-1, 5-7;
SG_MUL_VAL_ 292 Page Mode 2-2;
SG_MUL_VAL_ 292 Deep Page 3-3, 9-12;
`
