import { byteText, checksumText, counterText, signalText } from '@carapace/shared/msoc/can/diff-profiles'
import { idText } from '@carapace/shared/msoc/can/frame'
import type { IdProfile } from '@carapace/shared/msoc/can/profile'
import type { ReactNode } from 'react'
import { number } from '../../core/format/format.ts'
import { type Bit, bitsOf, type BitUse } from './bits.ts'
import { cycleText, lengthsText } from './words.ts'

/** The complete profile of one arbitration id (rule PROFILE-UI-6). */
export function IdDetail({ id, children }: { readonly id: IdProfile; readonly children?: ReactNode }) {
  return (
    <section className="cpr-detail" aria-label={`Id ${idText(id.id, id.ext)}`}>
      <header className="c-panel-head">
        <h2>
          <span className="mono">{idText(id.id, id.ext)}</span> {id.name}
        </h2>
      </header>
      <section className="cpr-detail-body" tabIndex={0} aria-label="Normal traffic of this id">
        <dl className="cpr-facts">
          <Fact name="Cycle">
            {cycleText(id)}
            {id.cycle && `, ${number(Math.round(id.cycle.minMs))} to ${number(Math.round(id.cycle.maxMs))} ms`}
          </Fact>
          <Fact name="Payload">{id.lengths.length === 0 ? 'not learned' : `${lengthsText(id)} bytes`}</Fact>
          <Fact name="Frames">{number(id.frames)}</Fact>
          <Fact name="At most">{id.peak === 0 ? 'not known' : `${number(id.peak)} in a second`}</Fact>
          {id.counters.map((counter) => (
            <Fact key={counterText(counter)} name="Counter">
              {counterText(counter)}
            </Fact>
          ))}
          {id.checksums.map((checksum) => (
            <Fact key={checksumText(checksum)} name="Checksum">
              {checksumText(checksum)}
            </Fact>
          ))}
        </dl>
        {id.bytes.length > 0 && <BitGrid id={id} />}
        {id.signals.length > 0 && (
          <dl className="cpr-facts">
            {id.signals.map((signal) => (
              <Fact key={signal.name} name={signal.name}>
                {signalText(signal)}
              </Fact>
            ))}
          </dl>
        )}
        {children}
      </section>
    </section>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt title={name}>{name}</dt>
      <dd className="num">{children}</dd>
    </div>
  )
}

const useLetters: Readonly<Record<BitUse, string>> = {
  constant: '',
  counter: 'n',
  checksum: 'x',
  signal: 's',
  free: '·',
}

/** One row per byte: its bits and its value range. */
function BitGrid({ id }: { readonly id: IdProfile }) {
  return (
    <table className="cpr-bits">
      <caption>
        Bits: 0 or 1 never changes, <b data-use="counter">n</b> counts, <b data-use="checksum">x</b> checks,{' '}
        <b data-use="signal">s</b> is a signal&rsquo;s, · varies
      </caption>
      <thead>
        <tr>
          <th scope="col">Byte</th>
          {[7, 6, 5, 4, 3, 2, 1, 0].map((bit) => (
            <th key={bit} scope="col">
              {bit}
            </th>
          ))}
          <th scope="col">Values</th>
        </tr>
      </thead>
      <tbody>
        {bitsOf(id).map((bits, byte) => (
          <tr key={byte}>
            <th scope="row">{byte}</th>
            {bits.map((bit, place) => (
              <td key={place} className="mono" data-use={bit.use}>
                {letterOf(bit)}
              </td>
            ))}
            <td className="mono cpr-values">{byteText(id.bytes[byte])}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function letterOf({ use, value }: Bit): string {
  return value === undefined ? useLetters[use] || '·' : String(value)
}
