import { BlueprintProvider } from '@blueprintjs/core'
import { useLocation } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { age, clock, date, fineAge, useNow } from '../../core/format/format.ts'
import { longAge } from '../../core/format/timer.ts'
import { listenForHotkeys } from '../../core/hotkeys/hotkeys.ts'
import { useLiveStatus } from '../../core/live/live.ts'
import { usePageTitle } from '../../core/page/page-title.ts'
import { useSession } from '../../core/session/session.ts'
import { useZone, zoneTitle } from '../../core/format/zone.ts'
import { wallDisplays, wallParts } from '../../core/wall/wall.ts'
import { ModuleFeeds } from '../install-modules.tsx'
import { LicenceGate } from '../licence/licence-gate.tsx'
import { Logo } from '../../core/ui/logo.tsx'
import { LostBanner } from '../notices/lost-banner.tsx'
import { useRotation } from './use-rotation.ts'
import { useSound } from './use-sound.ts'
import { usePointerRests, useUnattended } from './use-unattended.ts'
import { useWallKeys } from './use-wall-keys.ts'
import { settingsIn } from './wall-search.ts'
import '../../core/ui/blueprint.css'
import '../shell.css'
import './wall.css'

/** The screens of a SOC: panels without any frame, which run unattended (VISUAL.md, Wall mode). */
export default function WallScreen() {
  usePageTitle('Wall')
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
          title={displayOf(panels[shown] ?? panels[0])?.title}
          count={panels.length}
          shown={shown}
          blocked={blocked}
        />
        <ModuleFeeds />
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

function displayOf(name: string | undefined) {
  return wallDisplays().find((display) => display.name === name)
}

/** Other displays are only hidden: opening and closing a map ten thousand times a week is not safe (rule WALL-13). */
function Slot({ name, shown }: { readonly name: string; readonly shown: boolean }) {
  const display = displayOf(name)
  if (!display) return null
  const { Display, title } = display
  return (
    <section className="wl-panel" aria-label={title} data-shown={shown} inert={!shown}>
      <Suspense>
        <Display />
      </Suspense>
    </section>
  )
}

function Header() {
  const organisation = useSession()?.organization.name
  const now = useNow(1_000)
  const zone = useZone()
  return (
    <header className="wl-head">
      <Logo size={32} variant="icon-only" />
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
  readonly title: string | undefined
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
        {wallParts().map(
          ({ Footer: Own }, index) =>
            Own && (
              <Suspense key={index}>
                <Own />
              </Suspense>
            ),
        )}
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
