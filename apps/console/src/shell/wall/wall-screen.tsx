import { BlueprintProvider } from '@blueprintjs/core'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { age, clock, date, fineAge, useNow } from '../../core/format/format.ts'
import { listenForHotkeys } from '../../core/hotkeys/hotkeys.ts'
import { useLiveStatus } from '../../core/live/live.ts'
import { usePageTitle } from '../../core/page/page-title.ts'
import { useSession } from '../../core/session/session.ts'
import { useZone, zoneTitle } from '../../core/format/zone.ts'
import { useDayRollups } from '../../msoc/dashboard/wall/day.ts'
import { wallPanels } from '../../msoc/dashboard/wall/wall-panels.tsx'
import { longAge } from '../../msoc/dashboard/data/timer.ts'
import { useCountersFeed } from '../../msoc/counters/counters.ts'
import { LicenceGate } from '../licence/licence-gate.tsx'
import { Logo } from '../../core/ui/logo.tsx'
import { LostBanner } from '../notices/lost-banner.tsx'
import { useRotation } from './use-rotation.ts'
import { useSound } from './use-sound.ts'
import { usePointerRests, useUnattended } from './use-unattended.ts'
import { useWallKeys } from './use-wall-keys.ts'
import { type PanelName, settingsIn } from './wall-search.ts'
import '../../core/ui/blueprint.css'
import '../shell.css'
import './wall.css'

/** The screens of a SOC: panels without any frame, which run unattended (VISUAL.md, Wall mode). */
export default function WallScreen() {
  usePageTitle('Wall')
  useCountersFeed()
  useWallKeys()
  useUnattended()
  useRem()
  useEffect(listenForHotkeys, [])
  const search = useLocation({ select: (location) => location.search })
  const { panels, every, sound } = settingsIn(search)
  const shown = useRotation(panels.length, every)
  const blocked = useSound(sound)
  const rests = usePointerRests()

  return (
    <BlueprintProvider>
      <div className={rests ? 'wl wl-rests' : 'wl'}>
        <Header />
        <LostBanner />
        <main id="content" className="wl-panels">
          <LicenceGate>
            {panels.map((name, index) => (
              <Slot key={name} name={name} shown={index === shown} />
            ))}
          </LicenceGate>
        </main>
        <Footer
          title={panelOf(panels[shown] ?? panels[0]!).title}
          count={panels.length}
          shown={shown}
          blocked={blocked}
        />
      </div>
    </BlueprintProvider>
  )
}

/** One rem is a 192nd of the screen's width while the wall is shown. */
function useRem(): void {
  useEffect(() => {
    document.documentElement.classList.add('wall')
    return () => document.documentElement.classList.remove('wall')
  }, [])
}

function panelOf(name: PanelName) {
  return wallPanels.find((panel) => panel.name === name) ?? wallPanels[0]
}

/** Other panels are only hidden: opening and closing a map ten thousand times a week is not safe (rule WALL-13). */
function Slot({ name, shown }: { readonly name: PanelName; readonly shown: boolean }) {
  const { Panel, title } = panelOf(name)
  return (
    <section className="wl-panel" aria-label={title} data-shown={shown} inert={!shown}>
      <Panel />
    </section>
  )
}

function Header() {
  const organisation = useSession()?.organization.name
  const now = useNow(1_000)
  const zone = useZone()
  return (
    <header className="wl-head">
      <Logo size={32} withName={false} />
      <h1>
        {organisation} <span>Fleet SOC</span>
      </h1>
      <Liveness />
      <time className="wl-clock num">{clock(now)}</time>
      <span className="wl-date num">
        {date(now)}
        <br />
        {zoneTitle(zone)}
      </span>
    </header>
  )
}

const words = { connecting: 'Connecting', live: 'Live', lost: 'Disconnected' } as const

/** Whether the data is live; losing the connection changes the colour of the line (VISUAL.md). */
function Liveness() {
  const now = useNow(500)
  const state = useLiveStatus((status) => status.state)
  const lastAt = useLiveStatus((status) => status.lastMessageAt)
  return (
    <p className={`wl-live wl-live-${state}`} role="status" aria-live="off">
      <i aria-hidden />
      {words[state]}
      {lastAt !== undefined && <span className="num">{fineAge(now - lastAt)} old</span>}
    </p>
  )
}

interface FooterProps {
  readonly title: string
  readonly count: number
  readonly shown: number
  /** The browser blocks the sound. */
  readonly blocked: boolean
}

function Footer({ title, count, shown, blocked }: FooterProps) {
  return (
    <footer className="wl-foot">
      <span>{title}</span>
      {count > 1 && (
        <span className="wl-dots" aria-hidden>
          {Array.from({ length: count }, (_, index) => (
            <i key={index} data-shown={index === shown} />
          ))}
        </span>
      )}
      {blocked && <span className="wl-blocked">Sound is off until someone presses a key</span>}
      <span className="wl-facts num">
        <Connected />
        <LastRefresh />
      </span>
    </footer>
  )
}

function Connected() {
  const live = useLiveStatus((status) => status.state === 'live')
  const [since, setSince] = useState(Date.now)
  const now = useNow(1_000)
  useEffect(() => setSince(Date.now()), [live])
  return <span>{live ? `Connected for ${longAge(now - since)}` : `Not connected for ${age(now - since)}`}</span>
}

function LastRefresh() {
  const { at, problem } = useDayRollups()
  if (at === undefined) return null
  return <span className={problem === undefined ? '' : 'wl-blocked'}>Last refresh of history {clock(at)}</span>
}
