import { canFlags, type CanFrame } from '../can/frame.ts'

/** 4 March 2026, 05:06:07 UTC. */
export const start = Date.UTC(2026, 2, 4, 5, 6, 7)

const frame = (ms: number, bus: string, id: number, flags: number, ...data: number[]): CanFrame => ({
  ts: start + ms,
  bus,
  id,
  flags,
  dlc: data.length,
  data: Uint8Array.from(data),
})

/** Frames of every kind that the most complete formats can hold. */
export const everyKind: readonly CanFrame[] = [
  frame(0, 'can1', 0x123, 0, 1, 2, 3),
  frame(1.25, 'can1', 0x1abcdef0, canFlags.ext, 0xff),
  frame(2.5, 'can2', 0x7ff, canFlags.tx, 1, 2, 3, 4, 5, 6, 7, 8),
  { ...frame(3, 'can1', 0x100, canFlags.rtr), dlc: 5 },
  { ...frame(4, 'can1', 0x18daf110, canFlags.rtr | canFlags.ext), dlc: 0 },
  {
    ...frame(5, 'can2', 0x200, canFlags.fd | canFlags.brs),
    dlc: 9,
    data: Uint8Array.from({ length: 12 }, (_, i) => i),
  },
  {
    ...frame(6, 'can2', 0x201, canFlags.fd | canFlags.brs | canFlags.esi | canFlags.tx),
    dlc: 15,
    data: Uint8Array.from({ length: 64 }, (_, i) => 255 - i),
  },
  frame(7, 'can2', 0x1fffffff, canFlags.fd | canFlags.ext),
  { ...frame(8, 'can1', 0x300, 0, 8, 7, 6, 5, 4, 3, 2, 1), dlc: 13 },
  frame(9, 'can1', 0x8, canFlags.error),
]
