import { severities } from '@carapace/shared/msoc/severity'
import { SeverityLabel } from '../../../core/ui/severity-glyph.tsx'
import type { TemplateDraft } from './template-draft.ts'

interface SlaFieldsProps {
  readonly sla: TemplateDraft['sla']
  readonly onChange: (sla: TemplateDraft['sla']) => void
}

/** The time limits by severity: until a case is taken up, and until it is closed. */
export function SlaFields({ sla, onChange }: SlaFieldsProps) {
  return (
    <fieldset className="cse-part">
      <legend>Time limits</legend>
      <table className="cse-sla">
        <thead>
          <tr>
            <th scope="col">Severity</th>
            <th scope="col">Acknowledge within</th>
            <th scope="col">Resolve within</th>
          </tr>
        </thead>
        <tbody>
          {severities.map((severity) => (
            <tr key={severity}>
              <th scope="row">
                <SeverityLabel severity={severity} />
              </th>
              {(['acknowledge', 'resolve'] as const).map((limit) => (
                <td key={limit}>
                  <input
                    className="bp6-input"
                    aria-label={`${limit === 'acknowledge' ? 'Acknowledge' : 'Resolve'} within, ${severity}`}
                    placeholder="no limit"
                    maxLength={20}
                    value={sla[severity][limit]}
                    onChange={(event) =>
                      onChange({ ...sla, [severity]: { ...sla[severity], [limit]: event.target.value } })
                    }
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="c-note">30 min, 4 h or 2 d. A paused case stops the clock.</p>
    </fieldset>
  )
}
