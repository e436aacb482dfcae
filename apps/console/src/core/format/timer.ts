const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

export interface TimerText {
  readonly value: string
  readonly unit: string
}

const two = (n: number) => String(n).padStart(2, '0')

/** A duration as text: `180 ms`, `4.2 s`, `3:12 min`, `5:40 h`, `3.1 d`; a dash for null. */
export function timerText(ms: number | null): TimerText {
  if (ms === null) return { value: '–', unit: '' }
  if (ms < second) return { value: String(Math.round(ms)), unit: 'ms' }
  if (ms < minute) return { value: (Math.floor(ms / 100) / 10).toFixed(1), unit: 's' }
  if (ms < hour) return { value: `${Math.floor(ms / minute)}:${two(Math.floor((ms % minute) / second))}`, unit: 'min' }
  if (ms < 2 * day) return { value: `${Math.floor(ms / hour)}:${two(Math.floor((ms % hour) / minute))}`, unit: 'h' }
  return { value: (Math.floor((ms * 10) / day) / 10).toFixed(1), unit: 'd' }
}

/** The duration as one text. */
export function timerLine(ms: number | null): string {
  const { value, unit } = timerText(ms)
  return unit === '' ? value : `${value} ${unit}`
}

/** A target, which is a whole number of its unit: `5 min`, `8 h` (rule DASHBOARD-UI-19). */
export function targetText(ms: number): string {
  return ms % hour === 0 ? `${ms / hour} h` : `${Math.round(ms / minute)} min`
}

/** The two largest units of an age: `2 h 10`, `12 d 04 h`, `41 min`, `21 s`. */
export function longAge(ms: number): string {
  if (ms >= day) return `${Math.floor(ms / day)} d ${two(Math.floor((ms % day) / hour))} h`
  if (ms >= hour) return `${Math.floor(ms / hour)} h ${two(Math.floor((ms % hour) / minute))}`
  if (ms >= minute) return `${Math.floor(ms / minute)} min`
  return `${Math.max(0, Math.floor(ms / second))} s`
}
