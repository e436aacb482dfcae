export type Tone = 'green' | 'red' | 'purple' | 'yellow' | 'blue' | 'grey'

/**
 * The product's badges (VISUAL.md, fixed by the specification), then other statuses with the same colours: alerts,
 * jobs, rejected events.
 */
const tones: Readonly<Record<string, Tone>> = {
  APPROVED: 'green',
  UNDER_REVIEW: 'green',
  COMPLETED: 'green',
  RESOLVED: 'green',
  REJECTED: 'red',
  CLOSE: 'red',
  CLOSED: 'red',
  IN_PROCESS: 'purple',
  PENDING: 'purple',
  IN_PROGRESS: 'purple',
  ESCALATED: 'purple',
  CREATED: 'yellow',
  NOT_COMPLETED: 'yellow',
  OPEN: 'yellow',
  NEW: 'yellow',
  SUSPECT: 'yellow',
  ASSIGNED: 'grey',
  MERGED: 'grey',
  QUEUED: 'grey',
  RUNNING: 'purple',
  FAILED: 'red',
  CANCELLED: 'grey',
  UPLOADING: 'purple',
  READING: 'purple',
  READY: 'green',
  DONE: 'green',
  WAITING: 'grey',
  KEPT: 'yellow',
  RETRYING: 'purple',
  STORED: 'green',
  REFUSED: 'red',
}

/**
 * The colour of a status, whatever separator the API uses: `IN-PROCESS`, `IN_PROCESS`, `NOT COMPLETED`. Unknown
 * statuses are grey.
 */
export function toneOf(status: string): Tone {
  return (
    tones[
      status
        .trim()
        .toUpperCase()
        .replaceAll(/[\s-]+/g, '_')
    ] ?? 'grey'
  )
}
