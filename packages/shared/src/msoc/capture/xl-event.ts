import { refused } from '../../core/parsed.ts'
import { canFlags } from '../can/frame.ts'
import { bytesOfHex, frameOf, noData, nothing, protocolError, type Read, timeFrom } from './reader.ts'

/**
 * The lines in which Vector's XL Driver Library describes what a CANcaseXL or another interface received
 * (`xlGetEventString`): the channel, nanoseconds, the id with bit 31 for 29 bits, the number of bytes.
 *
 *   RX_MSG c=0, t=6217728, id=0386 l=8, 00C0000000400080 [TX] tid=00
 *   RX_MSG c=0, t=6217728, type=9, ERROR_FRAME tid=00
 *   CHIP_STATE c=0, t=4308992, busStatus= ACTIVE, txErrCnt=8, rxErrCnt=0
 */
const EVENT = /^"?([A-Z_]{3,40}) c=(\d{1,5}), t=(\d{1,18}),\s*(.*?)"?\s*$/
const MESSAGE = /^id=([\dA-F]{1,8}) l=(\d{1,2}),\s*([\dA-F]*)\s*(.*)$/i

export const isXlEvent = (line: string): boolean => EVENT.test(line)

/** Returns the frame of such a line, or nothing for an event without a frame. */
export function readXlEvent(line: string, startMs: number): Read {
  const [, kind = '', channel = '', ticks = '', rest = ''] = EVENT.exec(line) ?? []
  if (kind !== 'RX_MSG' && kind !== 'TX_MSG') return nothing
  const ts = timeFrom(startMs, Number(ticks) / 1e6)
  const bus = `can${Number(channel)}`
  if (rest.includes('ERROR_FRAME'))
    return frameOf({ ts, bus, id: protocolError, flags: canFlags.error, dlc: 0, data: noData })
  const [, idText = '', length = '', bytes = '', more = ''] = MESSAGE.exec(rest) ?? []
  if (idText === '') return refused('not a message of the XL Driver Library: id, l and data are missing')
  const word = Number.parseInt(idText, 16)
  const isRemote = /\b(?:RTR|REMOTE)/.test(more)
  const data = isRemote ? noData : bytesOfHex(bytes.slice(0, 2 * Math.min(8, Number(length))))
  if (!data) return refused('the data is not bytes to the base 16')
  const flags =
    (word > 0x7ff ? canFlags.ext : 0) |
    (kind === 'TX_MSG' || /\bTX\b/.test(more) ? canFlags.tx : 0) |
    (isRemote ? canFlags.rtr : 0)
  return frameOf({ ts, bus, id: word & 0x1fffffff, flags, dlc: Number(length), data })
}
