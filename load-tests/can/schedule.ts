import type { Chance } from './chance.ts'

/**
 * By how much a control unit's own schedule moves a message away from its beat at a time, ms. Recordings of real cars
 * show, in some of the messages: a frame is sent in a neighbouring task for a while, in each cycle or now and then; and
 * a timer that depends on the unit's load wanders slowly.
 */
export type Schedule = (at: number) => number

/** Shares of the messages. */
const taskShare = 0.1
const alternatesShare = 0.04
const wanderShare = 0.08
/** Distances between tasks of a control unit, ms. */
const tasksMs = [0.9, 1, 1.25, 2, 2.4] as const
/** How long a message stays in its own task, and in another one, on average. */
const homeMs = 5 * 60_000
const awayMs = 8_000

/** `model`: which messages do so is the same in all drives; `run`: when is not. */
export function createSchedule(cycleMs: number, model: Chance, run: Chance): Schedule {
  const kind = model.unit()
  const taskMs = Math.min(0.25 * cycleMs, model.pick(tasksMs)) * (model.happens(0.5) ? 1 : -1)
  if (kind < taskShare) return inTasks(taskMs, 1, run)
  if (kind < taskShare + alternatesShare) return inTasks(taskMs, model.between(0.2, 0.7), run)
  if (kind < taskShare + alternatesShare + wanderShare)
    return wandering(Math.min(0.05 * cycleMs, model.between(0.2, 1.2)), model.between(20_000, 120_000), run)
  return () => 0
}

/** `share`: of the frames that are sent in the other task while the message is away. */
function inTasks(taskMs: number, share: number, run: Chance): Schedule {
  let isAway = false
  let until = Number.NaN
  return (at) => {
    if (Number.isNaN(until)) until = at + run.wait(homeMs)
    if (at >= until) {
      isAway = !isAway
      until = at + run.wait(isAway ? awayMs : homeMs)
    }
    return isAway && run.happens(share) ? taskMs : 0
  }
}

function wandering(mostMs: number, periodMs: number, run: Chance): Schedule {
  const phase = run.unit()
  return (at) => mostMs * Math.sin(2 * Math.PI * ((at / periodMs + phase) % 1))
}
