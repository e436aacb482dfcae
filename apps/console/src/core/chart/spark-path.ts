/**
 * The path of values over a box: the first value at the left edge, the greatest at the top. Equal values are a line in
 * the middle (rule CHART-5).
 */
export function sparkPath(values: readonly number[], width: number, height: number): string {
  const finite = values.filter(Number.isFinite)
  if (finite.length < 2) return ''
  const least = Math.min(...finite)
  const span = Math.max(...finite) - least
  const x = (index: number) => ((index / (finite.length - 1)) * width).toFixed(1)
  const y = (value: number) =>
    (span === 0 ? height / 2 : height - 1 - ((value - least) / span) * (height - 2)).toFixed(1)
  return finite.map((value, index) => `${index === 0 ? 'M' : 'L'}${x(index)} ${y(value)}`).join('')
}
