import { number } from '../../core/format/format.ts'

/** The most characters that are shown. */
const mostLetters = 20_000

/** A value of a run as JSON. */
export function JsonView({ label, value }: { readonly label: string; readonly value: unknown }) {
  if (value === undefined || value === null) return null
  const text = typeof value === 'string' ? value : JSON.stringify(value, undefined, 2)
  if (text === '{}' || text === '') return null
  return (
    <div className="pb-json">
      <h3>{label}</h3>
      <pre tabIndex={0} className="mono">
        {text.slice(0, mostLetters)}
      </pre>
      {text.length > mostLetters && (
        <p className="c-note">
          The first {number(mostLetters)} of {number(text.length)} characters.
        </p>
      )}
    </div>
  )
}
