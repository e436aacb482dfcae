import { SeverityGlyph } from '../core/ui/severity-glyph.tsx'
import { Logo } from '../core/ui/logo.tsx'
import { slogan } from '../core/product.ts'
import { BusPicture } from './bus-picture.tsx'
import './side-panel.css'

/** What the picture's alert links to: the links that the product makes. */
const trace = [
  { kind: 'Threat scenario', name: 'TS-031' },
  { kind: 'Goal', name: 'CG-07' },
  { kind: 'Requirement', name: 'CSR-114' },
  { kind: 'Component', name: 'VCU 4.1.2' },
]

/** A description of the product, where there is room for it: not on a phone. */
export function SidePanel() {
  return (
    <aside className="side" aria-label="About Carapace">
      <Logo size={28} />
      <BusPicture />
      <ol className="side-trace">
        <li>
          <span>Alert</span>
          <strong className="c-sev-critical">
            <SeverityGlyph severity="critical" size={10} /> 0x2C1 injected
          </strong>
        </li>
        {trace.map(({ kind, name }) => (
          <li key={kind}>
            <span>{kind}</span>
            <strong>{name}</strong>
          </li>
        ))}
      </ol>
      <p className="side-slogan">{slogan}</p>
    </aside>
  )
}
