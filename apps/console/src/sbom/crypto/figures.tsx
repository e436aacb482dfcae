import { date, number, useNow } from '../../core/format/format.ts'
import { releasesText } from '../words.ts'
import type { Posture } from './page-props.ts'
import { endText, shareText } from './words.ts'

/** The figures above the tabs (rule CBOM-UI-2). */
export function Figures({ posture: { posture, releases, is_cut: isCut } }: { readonly posture: Posture }) {
  const { assets, by_class: of, quantum, next_expiry: next } = posture
  const now = useNow(60_000)
  const total = Object.values(assets).reduce((sum, count) => sum + count, 0)
  return (
    <dl className="sb-figures cb-figures">
      <Figure name="Assets" value={number(total)} note={`in ${releasesText(releases)}`} />
      <Figure name="Quantum-safe" value={shareText(quantum.share)} note={`${number(quantum.unsafe)} are not`} />
      <Figure name="Weak" value={number(of.weak)} />
      <Figure name="Deprecated" value={number(of.deprecated)} />
      <Figure name="Keys at risk" value={number(of.key)} />
      <Figure name="Protocols" value={number(of.protocol)} note="with a broken rule" />
      <Figure
        name="Next expiry"
        value={next === null ? 'None' : endText(next.at, now)}
        {...(next !== null && { note: `${next.name.slice(0, 80)}, ${date(next.at)}` })}
      />
      {isCut && (
        <div className="sb-wide" role="status">
          Not all assets were read: the documents have more than 100,000.
        </div>
      )}
    </dl>
  )
}

function Figure({ name, value, note }: { readonly name: string; readonly value: string; readonly note?: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="num">
        <b className="cb-figure">{value}</b> {note !== undefined && <span className="sb-quiet">{note}</span>}
      </dd>
    </div>
  )
}
