import type { CanFrame } from '@carapace/shared/msoc/can/frame'
import { columnsOf, type FrameColumns } from '@carapace/shared/msoc/can/frame-columns'
import { createFrameStore, type FrameStore } from './frame-store.ts'

/** A frame of 0x100 on can0 without payload at a time, with optional overrides. */
export function frame(ts: number, over: Partial<CanFrame> & { readonly bytes?: readonly number[] } = {}): CanFrame {
  const { bytes = [], ...rest } = over
  return { ts, bus: 'can0', id: 0x100, flags: 0, dlc: bytes.length, data: Uint8Array.from(bytes), ...rest }
}

/** Frames of one id with a fixed cycle in ms, with these payloads in turn. */
export function cycle(
  id: number,
  everyMs: number,
  count: number,
  bytesOf: (i: number) => readonly number[] = () => [],
  from = 0,
): CanFrame[] {
  return Array.from({ length: count }, (_, i) => frame(from + i * everyMs, { id, bytes: bytesOf(i) }))
}

/** The frames of several senders merged by time, as columns. */
export function together(...senders: readonly (readonly CanFrame[])[]): FrameColumns {
  return columnsOf(senders.flat().toSorted((a, b) => a.ts - b.ts))
}

/** A store of these frames, settled. */
export function storeOf(frames: FrameColumns): FrameStore {
  const store = createFrameStore()
  store.append(frames)
  store.settle(Infinity, Infinity)
  return store
}

/** The example's database: 0x2C1 with torque, mode and counter, and a name that looks like an id. */
export const database = `VERSION ""

BU_: VCU ESC

BO_ 705 TorqueRequest: 8 VCU
 SG_ TorqueReq : 7|16@0- (0.1,0) [-500|500] "Nm" ESC
 SG_ TorqueMode : 16|8@1+ (1,0) [0|7] "" ESC
 SG_ AliveCounter : 24|4@1+ (1,0) [0|15] "" ESC

BO_ 256 FaceDetection: 2 ESC
 SG_ Faces : 0|8@1+ (1,0) [0|255] "" VCU

BA_DEF_ BO_ "GenMsgCycleTime" INT 0 65535;
BA_DEF_DEF_ "GenMsgCycleTime" 0;
BA_ "GenMsgCycleTime" BO_ 705 20;

VAL_ 705 TorqueMode 0 "Normal" 1 "Limited" ;
`

/** A payload of 0x2C1: newton metres, mode, counter. */
export function torque(nm: number, mode = 0, counter = 0): number[] {
  const raw = Math.round(nm * 10) & 0xffff
  return [raw >> 8, raw & 0xff, mode, counter & 15, 0, 0, 0, 0]
}
