import { Link } from '@tanstack/react-router'
import { number } from '../../core/format/format.ts'
import { spanText } from './words.ts'
import { useCaptures } from './use-captures.ts'
import './captures.css'

/** The captures of a case; renders nothing if there are none. */
export function CaseCaptures({ uuid }: { readonly uuid: string }) {
  const { rows = [], total } = useCaptures({ case: uuid })
  if (rows.length === 0) return null
  return (
    <section className="c-panel" aria-label="Captures">
      <div className="c-panel-head">
        <h2>
          Captures <span className="cp-note num">{number(total ?? rows.length)}</span>
        </h2>
      </div>
      <ul className="cp-of-case">
        {rows.map((capture) => (
          <li key={capture.uuid}>
            <Link
              className="cp-name"
              to="/org/msoc/dashboard/analyzers/captures"
              search={{ capture: capture.uuid } as never}
            >
              {capture.name}
            </Link>
            <span className="cp-note num">
              {number(capture.frames)} frames, {spanText(capture)}
            </span>
            {capture.state === 'READY' && (
              <Link
                to="/org/msoc/dashboard/analyzers/default-view"
                search={{ capture: capture.uuid } as never}
                aria-label={`Analyze ${capture.name}`}
              >
                Analyze
              </Link>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
