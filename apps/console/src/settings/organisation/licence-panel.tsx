import { CrossIcon, TickIcon } from '@blueprintjs/icons'
import type { OrganisationSettings } from '@carapace/shared/account/organisation.contract'
import { type Licence, type Module, modules } from '@carapace/shared/modules'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { date, number } from '../../core/format/format.ts'
import { useSession } from '../../core/session/session.ts'
import { Badge } from '../../core/ui/status-badge.tsx'

/** The licensed modules of the organisation, and the end of the licence. */
export function LicencePanel({ organisation }: { readonly organisation: OrganisationSettings }) {
  const { plan, is_demo_mode: isDemo, licence_until: until, modules: held, created_at: since } = organisation
  return (
    <section className="c-panel" aria-label="Licence">
      <div className="c-panel-head">
        <h2>Licence</h2>
        <Link to="/org/lifecycle/pricing">Plans</Link>
      </div>
      <dl className="st-facts">
        <Fact name="Plan">
          {plan ?? 'No plan'}
          {isDemo && (
            <>
              {' '}
              <Badge tone="blue">Demo</Badge>
            </>
          )}
        </Fact>
        <Fact name="Until">
          <span className="num">{until === null ? 'without end' : date(until)}</span>
        </Fact>
        <Fact name="Days left">
          <DaysLeft isEndless={until === null} />
        </Fact>
        <Fact name="Organisation since">
          <span className="num">{date(since)}</span>
        </Fact>
      </dl>
      <ul className="st-modules" aria-label="Modules">
        {(modules as readonly Module[]).filter(isLicensed).map(({ name, title, licence }) => (
          <ModuleLine key={name} title={title} isHeld={held.includes(licence)} />
        ))}
      </ul>
    </section>
  )
}

function isLicensed(module: Module): module is Module & { readonly licence: Licence } {
  return module.licence !== undefined
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  )
}

function DaysLeft({ isEndless }: { readonly isEndless: boolean }) {
  const license = useSession()?.organization.license
  if (license === undefined) return null
  if (!license.is_active) return <Badge tone="red">Inactive</Badge>
  if (license.is_expired) return <Badge tone="red">Expired</Badge>
  return <span className="num">{isEndless ? 'not counted' : number(license.days_left)}</span>
}

function ModuleLine({ title, isHeld }: { readonly title: string; readonly isHeld: boolean }) {
  return (
    <li className={isHeld ? 'st-has' : 'st-lacks'}>
      {isHeld ? <TickIcon /> : <CrossIcon />}
      {title}
      <span className="c-visually-hidden">{isHeld ? ': included' : ': not included'}</span>
    </li>
  )
}
