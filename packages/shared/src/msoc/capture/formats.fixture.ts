import type { captureFormats } from '../can/captures.ts'
import { canFlags } from '../can/frame.ts'
import { blf, blfFrames } from './blf.fixture.ts'
import { start } from './frames.fixture.ts'
import {
  cooked2Pcap,
  cookedFrames,
  cookedPcap,
  cookedPcapng,
  cookedPcapngFrames,
  cookedRejects,
  emptyPcapng,
  ethernetPcap,
  pcap,
  pcapFrames,
  pcapng,
  pcapngFrames,
} from './pcap.fixture.ts'

const asc = (base: string, more: string) =>
  `date Wed Mar 4 05:06:07.000 ${more === '' ? '2026' : 'am 2026'}\n` +
  `${base}\nno internal events logged\n// version 9.0.0\n`

interface Fixture {
  readonly what: string
  readonly format: (typeof captureFormats)[number]
  readonly file: string
  readonly bytes: string | Uint8Array
  readonly frames: unknown[]
  /** Rejects: the line and a word of the reason. */
  readonly rejects?: [number, string][]
  readonly from?: number
}

/** A file of each format, with the frames and rejects it contains. */
export const fixtures: Fixture[] = [
  {
    what: '[CAPTURE-11] candump, both of its formats',
    format: 'candump',
    file: 'x.log',
    from: Date.UTC(2026, 2, 4),
    bytes:
      '(1772582400.000001) can0 123#010203 T\n (1772582400.002000)  vcan1  1ABCDEF0   [2]  AA ' +
      'BB\n(1772582400.003000) can0 200##1001122\n(1772582400.004) can0 20000004#0000\nnonsense\n',
    frames: [
      [0.001, 'can0', 0x123, canFlags.tx, 3, '010203'],
      [2, 'vcan1', 0x1abcdef0, canFlags.ext, 2, 'aabb'],
      [3, 'can0', 0x200, canFlags.fd | canFlags.brs, 3, '001122'],
      [4, 'can0', 4, canFlags.error, 2, '0000'],
    ],
    rejects: [[5, 'not a candump line']],
  },
  {
    what: '[CAPTURE-12] Vector ASC, hexadecimal and absolute, with remote, error and CAN FD frames',
    format: 'asc',
    file: 'x.asc',
    bytes: `${asc('base hex  timestamps absolute', 'am')}Begin Triggerblock Wed Mar 4 05:06:07.000 am 2026
   0.000000 Start of measurement
   0.001250 1  123             Rx   d 3 01 02 03  Length = 1704000 BitCount = 145 ID = 291
   0.002500 2  1ABCDEF0x       Tx   d 8 1 2 3 4 5 6 7 FF
   0.003000 1  100             Rx   r 5
   0.004000 1  ErrorFrame
   0.005000 CANFD   2 Rx        200  1 0 9 12 00 01 02 03 04 05 06 07 08 09 0a 0b 102203 133 303000 \
e0006659 46500250 4b140250 20011736 2001040d
   0.006000 CANFD   2 Tx 1FFFFFFFx SomeName 0 1 1 1 aa 0 0 1000 0 0 0 0 0
   0.007000 CANFD   2 Rx 300 0 0 2 2 aa bb 0 0 0 0 0 0 0 0
   0.007100 CANFD   2 Rx 301 1 0 2 2 aa bb 0 0 0 0 0 0 0 0
   0.007200 CANFD   2 Rx 302 0 0 9 12 00 01 02 03 04 05 06 07 08 09 0a 0b 0 0 0 0 0 0 0 0
   0.007300 CANFD   2 Rx 303 0 1 1 1 aa 0 0 0
   0.007500 1  Statistic: D 0 R 0 XD 0 XR 0 E 0 O 0 B 0.00%
   0.008000 1  800             Rx   d 1 00
   0.008500 1  EngineData      Rx   d 1 00
End TriggerBlock
Something else
`,
    frames: [
      [1.25, 'can1', 0x123, 0, 3, '010203'],
      [2.5, 'can2', 0x1abcdef0, canFlags.ext | canFlags.tx, 8, '01020304050607ff'],
      [3, 'can1', 0x100, canFlags.rtr, 5, ''],
      [4, 'can1', 8, canFlags.error, 0, ''],
      [5, 'can2', 0x200, canFlags.fd | canFlags.brs, 9, '000102030405060708090a0b'],
      [6, 'can2', 0x1fffffff, canFlags.fd | canFlags.ext | canFlags.esi | canFlags.tx, 1, 'aa'],
      [7, 'can2', 0x300, 0, 2, 'aabb'],
      [7.1, 'can2', 0x301, canFlags.fd | canFlags.brs, 2, 'aabb'],
      [7.2, 'can2', 0x302, canFlags.fd, 9, '000102030405060708090a0b'],
      [7.3, 'can2', 0x303, canFlags.fd | canFlags.esi, 1, 'aa'],
    ],
    rejects: [
      [18, '11 bits'],
      [19, 'no id'],
      [21, 'header'],
    ],
  },
  {
    what: '[CAPTURE-12] Vector ASC, decimal and relative',
    format: 'asc',
    file: 'x.asc',
    bytes:
      asc('base dec  timestamps relative', '') +
      '0.001 1 291 Rx d 2 10 255\n0.001 1 Statistic: D 0\n0.001 1 2000x Rx d 0\n',
    frames: [
      [1, 'can1', 291, 0, 2, '0aff'],
      [3, 'can1', 2000, canFlags.ext, 0, ''],
    ],
  },
  {
    what: '[CAPTURE-13] Vector BLF, objects across containers',
    format: 'blf',
    file: 'x.blf',
    bytes: blf,
    frames: blfFrames,
  },
  {
    what: "[CAPTURE-14] BusMaster, the day's time over midnight, decimal",
    format: 'busmaster',
    file: 'x.log',
    bytes:
      '***BUSMASTER Ver 2.4.0***\n***START DATE AND TIME 4:3:2026 5:6:7:0***\n***DEC***\n***SYSTEM ' +
      'MODE***\n05:06:07:500 Rx 1 291 s 2 10 255 \n23:59:59:9990 Tx 2 2000 x 1 1\n00:00:00:001 Rx 1 256 sr ' +
      '4\n00:00:01:000 Rx 1 5000 s 0\n',
    frames: [
      [500, 'can1', 291, 0, 2, '0aff'],
      [68_032_999, 'can2', 2000, canFlags.ext | canFlags.tx, 1, '01'],
      [68_033_001, 'can1', 256, canFlags.rtr, 4, ''],
    ],
    rejects: [[8, '11 bits']],
  },
  {
    what: '[CAPTURE-15] CRTD',
    format: 'crtd',
    file: 'x.crtd',
    from: 0,
    bytes:
      '100.000000 CXX a comment\n100.001250 R11 123 01 02 03\n100.002 2T29 1ABCDEF0 FF\n100.003 CEV ' +
      'Mark\n100.004 R11 800 00\nx\n',
    frames: [
      [100_001.25, 'can0', 0x123, 0, 3, '010203'],
      [100_002, 'can2', 0x1abcdef0, canFlags.ext | canFlags.tx, 1, 'ff'],
    ],
    rejects: [
      [5, '11 bits'],
      [6, 'seconds'],
    ],
  },
  {
    what: '[CAPTURE-16] GVRET with directions',
    format: 'gvret',
    file: 'x.csv',
    from: 0,
    bytes:
      'Time Stamp,ID,Extended,Dir,Bus,LEN,D1,D2,D3,D4,D5,D6,D7,D8\n' +
      '1250,00000123,false,Rx,0,3,01,02,03,00,00,00,00,00,\n' +
      '2500,1ABCDEF0,true,Tx,1,1,FF,00\n3000,123,false,Rx,0,9,01\n',
    frames: [
      [1.25, 'can0', 0x123, 0, 3, '010203'],
      [2.5, 'can1', 0x1abcdef0, canFlags.ext | canFlags.tx, 1, 'ff'],
    ],
    rejects: [[4, '9 bytes']],
  },
  {
    what: '[CAPTURE-17] Microchip',
    format: 'microchip',
    file: 'x.log',
    bytes:
      '//---\nMicrochip Technology Inc.\nCAN BUS Analyzer\nLogging Started: 4/3/2026 ' +
      '5:6:7\n//---\n12;RX;0x123;3;0x01;0x02;0x03;\n13;TX;0x1ABCDEF0;1;0xFF;\nx;y\n',
    frames: [
      [12, 'can0', 0x123, 0, 3, '010203'],
      [13, 'can0', 0x1abcdef0, canFlags.ext | canFlags.tx, 1, 'ff'],
    ],
    rejects: [[8, 'Microchip']],
  },
  {
    what: '[CAPTURE-18] CarBus, lines that end with CR alone',
    format: 'carbus',
    file: 'x.trc',
    from: 0,
    bytes:
      '@ TEXT @ 2 @ 64 @ 0 @ 2 @ 10078 @ 00:00:10.078 @\r46,016\t1\t0004\t45A\t2\t5A 04\t00000000\tZ ' +
      '\r46,020\t2\t0004\t0000045A\t0\t\t0\t\rx',
    frames: [
      [46_016, 'can1', 0x45a, 0, 2, '5a04'],
      [46_020, 'can2', 0x45a, canFlags.ext, 0, ''],
    ],
    rejects: [[4, 'CarBus']],
  },
  {
    what: '[CAPTURE-19] PEAK TRC 1.0',
    format: 'trc',
    file: 'x.trc',
    bytes:
      ';####\n;   Start time: 04.03.2026 05:06:07.000\n;---+--\n     1)      1250  0123  3  01 02 03\n     2)    ' +
      '  1300  1ABCDEF0  1  FF\n     3)      1301  0100  4  RTR\n     4)      1302  FFFFFFFF  4  00 00 00 04 -- ' +
      '-- -- -- BUSHEAVY\n     5)      x\n     6)      1303  ABCDEF0  1  FF\n     7)      1304  300  1  01\n',
    frames: [
      [1250, 'can0', 0x123, 0, 3, '010203'],
      [1300, 'can0', 0x1abcdef0, canFlags.ext, 1, 'ff'],
      [1301, 'can0', 0x100, canFlags.rtr, 4, ''],
      [1303, 'can0', 0xabcdef0, canFlags.ext, 1, 'ff'],
      [1304, 'can0', 0x300, 0, 1, '01'],
    ],
    rejects: [[8, 'time offset']],
  },
  {
    what: '[CAPTURE-19] PEAK TRC 1.1',
    format: 'trc',
    file: 'x.trc',
    bytes:
      `;$FILEVERSION=1.1\n;$STARTTIME=${25_569 + start / 86_400_000}\n` +
      '     1)      1059.9  Rx         0300  2  00 01\n     2)      1060.0  Tx     00000300  0\n' +
      '     3)      1061.0  Warng  FFFFFFFF  4  00 00 00 08  BUSHEAVY\n     4)  1062.0  Error  0008  4  00 19 08 08\n',
    frames: [
      [1059.9, 'can0', 0x300, 0, 2, '0001'],
      [1060, 'can0', 0x300, canFlags.ext | canFlags.tx, 0, ''],
      [1062, 'can0', 8, canFlags.error, 0, ''],
    ],
  },
  {
    what: '[CAPTURE-19] PEAK TRC 1.3',
    format: 'trc',
    file: 'x.trc',
    bytes:
      `;$FILEVERSION=1.3\n;$STARTTIME=${25_569 + start / 86_400_000}\n` +
      '     1)      1059.900 1  Rx        0300 -  2    00 01\n     2)      1060.000 2  Tx        0300 -  3    RTR\n',
    frames: [
      [1059.9, 'can1', 0x300, 0, 2, '0001'],
      [1060, 'can2', 0x300, canFlags.rtr | canFlags.tx, 3, ''],
    ],
  },
  {
    what: '[CAPTURE-19] PEAK TRC 2.0',
    format: 'trc',
    file: 'x.trc',
    bytes:
      `;$FILEVERSION=2.0\n;$STARTTIME=${25_569 + start / 86_400_000}\n;$COLUMNS=N,O,T,I,d,l,D\n` +
      '      1      1059.900 DT     0300 Rx 2  00 01\n' +
      '      2      1060.000 FB     0400 Tx 12 00 01 02 03 04 05 06 07 08 09 0a 0b\n' +
      '      3      1061.000 ST          Rx    00 00 00 08\n' +
      '      4      1062.000 ER          Rx 5  04 00 02 00 00\n      5      1063.000 RR     0300 Rx 4\n',
    frames: [
      [1059.9, 'can0', 0x300, 0, 2, '0001'],
      [1060, 'can0', 0x400, canFlags.fd | canFlags.brs | canFlags.tx, 9, '000102030405060708090a0b'],
      [1062, 'can0', 8, canFlags.error, 0, ''],
      [1063, 'can0', 0x300, canFlags.rtr, 4, ''],
    ],
  },
  {
    what: '[CAPTURE-19] PEAK TRC 2.1',
    format: 'trc',
    file: 'x.trc',
    bytes:
      `;$FILEVERSION=2.1\n;$STARTTIME=${25_569 + start / 86_400_000}\n;$COLUMNS=N,O,T,B,I,d,R,L,D\n` +
      ' 1 1059.900 DT 1 0300 Rx - 2    00 01\n' +
      ' 2 1060.000 BI 2 1ABCDEF0 Tx - 9 00 01 02 03 04 05 06 07 08 09 0a 0b\n',
    frames: [
      [1059.9, 'can1', 0x300, 0, 2, '0001'],
      [
        1060,
        'can2',
        0x1abcdef0,
        canFlags.fd | canFlags.brs | canFlags.esi | canFlags.ext | canFlags.tx,
        9,
        '000102030405060708090a0b',
      ],
    ],
  },
  {
    what: '[CAPTURE-20] pcap, little-endian',
    format: 'pcap',
    file: 'x.pcap',
    bytes: pcap(true, false),
    frames: pcapFrames,
  },
  {
    what: '[CAPTURE-20] pcap, big-endian nanoseconds',
    format: 'pcap',
    file: 'x.pcap',
    bytes: pcap(false, true),
    frames: pcapFrames,
  },
  {
    what: '[CAPTURE-20] pcapng, little-endian',
    format: 'pcap',
    file: 'x.pcapng',
    bytes: pcapng(true),
    frames: pcapngFrames,
    rejects: [[7, 'link type 1 (Ethernet)']],
  },
  {
    what: '[CAPTURE-20] pcapng, big-endian',
    format: 'pcap',
    file: 'x',
    bytes: pcapng(false),
    frames: pcapngFrames,
    rejects: [[7, 'link type 1 (Ethernet)']],
  },
  ...[true, false].map((isLittle): Fixture => ({
    what: `[CAPTURE-20] [CAPTURE-51] pcap of Linux cooked packets, ${isLittle ? 'little' : 'big'}-endian`,
    format: 'pcap',
    file: 'x.pcap',
    bytes: cookedPcap(isLittle),
    frames: cookedFrames('can0'),
    rejects: cookedRejects,
  })),
  {
    what: '[CAPTURE-20] [CAPTURE-51] pcap of Linux cooked packets of version 2',
    format: 'pcap',
    file: 'x.pcap',
    bytes: cooked2Pcap(),
    frames: cookedFrames('if3'),
    rejects: cookedRejects,
  },
  ...[true, false].map((isLittle): Fixture => ({
    what: `[CAPTURE-20] pcapng of Linux cooked packets in old and simple blocks, ${isLittle ? 'little' : 'big'}-endian`,
    format: 'pcap',
    file: 'x.pcapng',
    bytes: cookedPcapng(isLittle),
    frames: cookedPcapngFrames,
  })),
  {
    what: '[CAPTURE-51] pcap of Ethernet packets, DoIP among them',
    format: 'pcap',
    file: 'x.pcap',
    bytes: ethernetPcap(),
    frames: [],
    rejects: [
      [2, 'link type 1 (Ethernet)'],
      [3, 'DoIP over Ethernet'],
    ],
  },
  {
    what: '[CAPTURE-51] pcapng without a packet',
    format: 'pcap',
    file: 'x.pcapng',
    bytes: emptyPcapng(),
    frames: [],
    rejects: [[3, 'no packet']],
  },
  {
    what: '[CAPTURE-22] [CAPTURE-23] CSV with names, hexadecimal because of one letter',
    format: 'csv',
    file: 'x.csv',
    from: 0,
    bytes:
      '\ufeffTimestamp;Channel;CAN ID;Extended;DLC;Data\r\n0.00125;1;123;0;3;01 02 ' +
      '03\r\n0.0025;2;1A0;1;1;FF\r\n0.003;1;zz;0;1;00\r\n',
    frames: [
      [1.25, 'can1', 0x123, 0, 3, '010203'],
      [2.5, 'can2', 0x1a0, canFlags.ext, 1, 'ff'],
    ],
    rejects: [[4, 'no id']],
  },
  {
    what: '[CAPTURE-23] CSV of decimal ids and bytes a column each',
    format: 'csv',
    file: 'x.csv',
    from: 0,
    bytes: 'time_ms,id,dlc,data0,data1,data2\n1,291,3,1,20,255\n2,2000,1,9,,\n',
    frames: [
      [1, 'can0', 291, 0, 3, '0114ff'],
      [2, 'can0', 2000, 0, 1, '09'],
    ],
  },
  {
    what: '[CAPTURE-22] CSV without names, and a run of digits',
    format: 'csv',
    file: 'x.csv',
    bytes: `${start / 1000}.001000,0316,8,05,21,68,09,21,21,00,6f,R\n${start / 1000}.002000,018f,2,fe,5b,R\n`,
    frames: [
      [1, 'can0', 0x316, 0, 8, '052168092121006f'],
      [2, 'can0', 0x18f, 0, 2, 'fe5b'],
    ],
  },
  {
    what: '[CAPTURE-24] CSV of a benchmark: µs dates, names with underscores, data in one',
    format: 'csv',
    file: 'x.csv',
    bytes:
      'timestamp,arbitration_id,data_field,attack\n' +
      `${start * 1000 + 1},191,0900000000000000,0\n${start * 1000 + 2500},0C1,1122,1\n`,
    frames: [
      [0.001, 'can0', 0x191, 0, 8, '0900000000000000'],
      [2.5, 'can0', 0xc1, 0, 2, '1122'],
    ],
  },
  {
    what: '[CAPTURE-24] CSV of ISO dates',
    format: 'csv',
    file: 'x.csv',
    bytes: 'time,id,data\n2026-03-04 05:06:07.001250,0x123,01\n2026-03-04T06:06:07.002+01:00,0x124,02\n',
    frames: [
      [1.25, 'can0', 0x123, 0, 1, '01'],
      [2, 'can0', 0x124, 0, 1, '02'],
    ],
  },
  {
    what: '[CAPTURE-52] CSV of python-can: base 64, and columns of flags',
    format: 'csv',
    file: 'x.csv',
    bytes:
      'timestamp,arbitration_id,extended,remote,error,dlc,data\n' +
      `${start / 1000}.001,0x123,0,0,0,2,q80=\n${start / 1000}.002,0x1,1,0,0,4,/wABAg==\n` +
      `${start / 1000}.003,0x124,0,1,0,8,\n${start / 1000}.004,0x8,0,0,1,0,\n` +
      `${start / 1000}.005,0x125,0,0,0,3,ABCD\n${start / 1000}.006,0x125,0,0,0,3,A*==\n`,
    frames: [
      [1, 'can0', 0x123, 0, 2, 'abcd'],
      [2, 'can0', 1, canFlags.ext, 4, 'ff000102'],
      [3, 'can0', 0x124, canFlags.rtr, 8, ''],
      [4, 'can0', 8, canFlags.error, 0, ''],
      [5, 'can0', 0x125, 0, 3, '001083'],
    ],
    rejects: [[7, 'base 64']],
  },
  {
    what: '[CAPTURE-52] CSV with the columns of python-can, and hexadecimal data',
    format: 'csv',
    file: 'x.csv',
    bytes:
      'timestamp,arbitration_id,extended,remote,error,dlc,data\n' +
      `${start / 1000}.001,0x123,0,0,0,2,ABCD\n${start / 1000}.002,0x123,0,0,0,4,00010203\n`,
    frames: [
      [1, 'can0', 0x123, 0, 2, 'abcd'],
      [2, 'can0', 0x123, 0, 4, '00010203'],
    ],
  },
  {
    what: '[CAPTURE-52] CSV of Vehicle Spy, with lines before its columns and those of other networks',
    format: 'csv',
    file: 'x.csv',
    bytes:
      'Vehicle Spy Message Capture,,\r\nISO8601 Timestamp,2026/03/04T05:06:07.000000,,\r\n' +
      'Network Description,Hardware,Network,Protocol,Baud Rate\r\nHS CAN,Default,HS CAN,CAN,500000,\r\n\r\n' +
      'Line,Abs Time(Sec),Rel Time (Sec),Status,Er,Tx,Description,Network,Node,ID,Cycle,Ch,B1-256,Value,Signals\r\n' +
      'Line,Abs Time(Sec),Rel Time (Sec),Status,Er,Tx,Description,Network,Node,Arb ID,Remote/EDL-BRS-ESI,Xtd,' +
      'B1,B2,B3,B4,B5,B6,B7,B8,Value,Trigger,Signals\r\n' +
      'Line,Abs Time(Sec),Rel Time (Sec),Status,Er,Tx,Description,Network,Node,PT,Trgt,Src,B1,B2,B3,B4,B5,B6,B7,B8,' +
      'Value,Trigger,Signals\r\n' +
      '1,1.90E-03,0,4.9E+14,F,F,HS CAN $119,HS CAN,,119,F,F,00,5,10,,,,,,,,\r\n' +
      '2,0.003818,0.001,67371008,F,T,HS CAN $1ABCDEF0,HS CAN,,1ABCDEF0,F,T,00,00,00,00,00,00,0D,8B,,,\r\n' +
      '3,0.004,0.001,67371008,F,F,x,MS CAN,,120,T,F,,,,,,,,,,,\r\n' +
      '4,0.005,0.001,67371008,T,F,x,MS CAN,,8,F,F,,,,,,,,,,,\r\n' +
      '5,0.006,0.001,67371008,F,F,x,FD CAN,,121,F/T-T-F,F,00,01,02,03,04,05,06,07,08 09 0A 0B,,\r\n',
    frames: [
      [1.9, 'HS_CAN', 0x119, 0, 3, '000510'],
      [3.818, 'HS_CAN', 0x1abcdef0, canFlags.ext | canFlags.tx, 8, '0000000000000d8b'],
      [4, 'MS_CAN', 0x120, canFlags.rtr, 0, ''],
      [5, 'MS_CAN', 8, canFlags.error, 0, ''],
      [6, 'FD_CAN', 0x121, canFlags.fd | canFlags.brs, 9, '000102030405060708090a0b'],
    ],
  },
  {
    what: '[CAPTURE-52] CSV of a CANcaseXL: the events of the XL Driver Library',
    format: 'csv',
    file: 'x.csv',
    from: 0,
    bytes:
      'CHIP_STATE c=0, t=4308992, busStatus= ACTIVE, txErrCnt=8, rxErrCnt=0\n' +
      'RX_MSG c=0, t=6217728, id=0386 l=8, 00C0000000400080 tid=00\n' +
      'RX_MSG c=1, t=7000000, id=9ABCDEF0 l=2, 0102 TX tid=CC\n' +
      '"RX_MSG c=1, t=8000000, id=0100 l=4,  RTR tid=00"\n' +
      'RX_MSG c=1, t=9000000, type=9, ERROR_FRAME tid=00\nRX_MSG c=1, t=9000000, nonsense\n',
    frames: [
      [6.218, 'can0', 0x386, 0, 8, '00c0000000400080'],
      [7, 'can1', 0x1abcdef0, canFlags.ext | canFlags.tx, 2, '0102'],
      [8, 'can1', 0x100, canFlags.rtr, 4, ''],
      [9, 'can1', 8, canFlags.error, 0, ''],
    ],
    rejects: [[6, 'XL Driver Library']],
  },
  {
    what: '[CAPTURE-52] CSV without names and without a frame is a reject of its first line',
    format: 'csv',
    file: 'x.csv',
    bytes: 'Dear Sir, or Madam\nwith, my regards\n',
    frames: [],
    rejects: [[1, 'no line names the columns']],
  },
]
