import { attacksIn } from './vehicles/attack-schedule.ts'
import type { Attack } from './vehicles/attacks.ts'
import { runCommand, stopSignal } from './cli.ts'
import { wallClock } from './clock.ts'
import { newTally, type Delivery } from './sending/deliver.ts'
import { fleetHelp, fleetOptions, type FleetOptions } from './fleet-options.ts'
import type { Fleet } from './fleet-window.ts'
import { isSent, markSent, sendHistory } from './history.ts'
import { openLanes } from './sending/lanes.ts'
import { runLive } from './live.ts'
import { lineOf } from './sending/events.ts'
import { poster } from './sending/post.ts'
import { reportEvery } from './status.ts'
import { noSyslog, openSyslog } from './sending/syslog.ts'
import { followActions, type Blocked } from './vehicles/actions.ts'
import { requestedAttack, requestIn } from './vehicles/requested-attacks.ts'
import { inventoryReport } from './vehicles/inventory.ts'
import { fleetOf } from './vehicles/vehicles.ts'

const STATUS_MS = 10_000
const DRAIN_MS = 1500

const say = (text: string) => console.log(`fleet: ${text}`)

await runCommand(async () => {
  const options = fleetOptions(process.argv.slice(2))
  if (!options) return console.log(fleetHelp)
  const requested: Attack[] = []
  const blocked: Blocked = new Map()
  const isLearned = options.attacks === 'only-list' || options.learningMs === 0
  const fleet: Fleet = {
    seed: options.seed,
    vehicles: fleetOf(options.seed, options.vehicles),
    canCount: options.canVehicles,
    attackEveryMs: options.attackEveryMs,
    busesLearnedAt: isLearned ? 0 : Date.now() + options.learningMs,
    hz: options.hz,
    attacked: options.attacks !== 'off',
    requested,
    blocked,
  }
  if (options.attacks === 'only-list') return listAttacks(fleet)
  process.on('message', (message) => addRequested(fleet, requested, message))
  await drive(fleet, options, blocked)
})

/** A parent process may request attacks, such as one that a visitor is to see. */
function addRequested(fleet: Fleet, requested: Attack[], message: unknown): void {
  const request = requestIn(message)
  const attack = request && requestedAttack(fleet, request, Date.now(), requested)
  if (attack) requested.push(attack)
  else if (request) say(`no ${request.model} for the requested attack ${request.attack}`)
}

function listAttacks(fleet: Fleet): void {
  const now = Date.now()
  for (const { kind, victim, from } of attacksIn(fleet, now, now + 3_600_000)) {
    console.log(
      `${new Date(from).toISOString()}  ${kind.name.padEnd(24)} ` +
        `${String(kind.lastsMs / 1000).padStart(4)} s  ${victim.vin}  ${victim.home}`,
    )
  }
}

/**
 * Sends the history, then live data, until stopped. At the end, waiting events get a little more time (the launcher
 * kills after three seconds).
 */
async function drive(fleet: Fleet, options: FleetOptions, blocked: Blocked): Promise<void> {
  const target = options.target()
  const syslogTarget = options.syslog(target.key)
  const { post, close } = poster(target)
  const syslog = syslogTarget ? openSyslog(syslogTarget) : noSyslog
  const [stop, giveUp] = [stopSignal(), new AbortController()]
  const delivery: Delivery = { post, clock: wallClock, tally: newTally(), signal: giveUp.signal }
  const lanes = openLanes(Math.min(8, Math.ceil((options.vehicles * options.hz) / 1000)), delivery)
  say(
    `${options.vehicles} vehicles (${options.canVehicles} with CAN) at ${options.hz} Hz to ` +
      `${target.url}, attacks ${options.attacks}`,
  )
  const status = reportEvery(
    STATUS_MS,
    delivery.tally,
    () => ({ waiting: lanes.waiting(), logsSent: syslog.sent, logsLost: syslog.lost }),
    say,
  )
  try {
    const from = await pastOf(fleet, options, { ...delivery, signal: stop.signal })
    const until = Date.now() + options.durationMs
    lanes.put(fleet.vehicles.map((vehicle) => ({ vehicle, lines: [lineOf(inventoryReport(vehicle, from))] })))
    const asking = fleet.vehicles.slice(0, options.canVehicles)
    void followActions(asking, blocked, { target, clock: wallClock, signal: giveUp.signal, say }).catch(() => undefined)
    await runLive(fleet, {
      clock: wallClock,
      signal: stop.signal,
      from,
      until,
      say,
      emit: ({ lines, logs, attacks }) => {
        lanes.put(lines)
        syslog.send(logs)
        for (const { kind, victim } of attacks) say(`attack ${kind.name} on ${victim.vin}`)
      },
    })
    await Promise.race([lanes.drained(), wallClock.sleep(DRAIN_MS, giveUp.signal)])
  } finally {
    giveUp.abort()
    status.stop()
    syslog.close()
    close()
  }
}

/** Sends the history if it is requested and was not sent before; returns the time from which live mode continues. */
async function pastOf(fleet: Fleet, options: FleetOptions, delivery: Delivery): Promise<number> {
  if (options.historyMs === 0 || isSent(options.historyMarker)) return Date.now()
  const sentUntil = await sendHistory(fleet, delivery, options.historyMs, say)
  if (sentUntil === undefined) return Date.now()
  markSent(options.historyMarker, fleet, sentUntil)
  say('history sent, now live')
  return Date.now()
}
