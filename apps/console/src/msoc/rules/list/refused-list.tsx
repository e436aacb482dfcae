/** What was refused, with the place and the reason of each; renders nothing if nothing was. */
export function RefusedList({ title, refused }: { readonly title: string; readonly refused: readonly string[] }) {
  if (refused.length === 0) return null
  return (
    <ul className="ru-refused" aria-label={title} tabIndex={0}>
      {refused.map((reason, index) => (
        <li key={index}>{reason}</li>
      ))}
    </ul>
  )
}
