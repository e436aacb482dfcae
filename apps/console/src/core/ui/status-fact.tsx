interface StatusFactProps {
  readonly name: string
  readonly value: string
  readonly bad?: boolean
}

/** A name and its value in the status bar. */
export function StatusFact({ name, value, bad = false }: StatusFactProps) {
  return (
    <span className="status-fact">
      {name} <b className={bad ? 'num status-bad' : 'num'}>{value}</b>
    </span>
  )
}
