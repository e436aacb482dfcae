import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { number } from '../../core/format/format.ts'
import type { Summary } from './use-summary.ts'

interface FiguresProps {
  readonly programUuid: string
  /** Undefined: not loaded yet. */
  readonly summary: Summary | undefined
}

const threats = '/org/lifecycle/projects/view/threat-analysis'
const requirements = '/org/lifecycle/projects/view/requirements-management'
const compliance = '/org/lifecycle/projects/view/compliance-summary'

/** The key figures of a program, each a link to the artefacts that it counts. */
export function Figures({ programUuid, summary }: FiguresProps) {
  const figures = summary && figuresOf(summary)
  return (
    <ul className="pg-figures" aria-label="Figures">
      {figureTitles.map((title) => {
        const figure = figures?.[title]
        return (
          <li key={title}>
            {figure === undefined ? (
              <span className="pg-figure-title">{title}</span>
            ) : (
              <Link
                to={figure.to as never}
                search={{ programId: programUuid, ...(figure.tab && { tab: figure.tab }) } as never}
                className="pg-figure-title"
              >
                {figure.title ?? title}
              </Link>
            )}
            <span className="pg-figure num">
              {figure === undefined ? (
                <i className="c-skeleton-bar" />
              ) : (
                <>
                  <b>{number(figure.value)}</b> {figure.beside}
                </>
              )}
            </span>
          </li>
        )
      })}
    </ul>
  )
}

const figureTitles = [
  'Open risks',
  'Suspect links',
  'Requirements verified',
  'Work products approved',
  'Alerts linked, 30 days',
] as const

interface Figure {
  readonly title?: string
  readonly value: number
  readonly beside: ReactNode
  readonly to: string
  /** A tab of that page. */
  readonly tab?: string
}

function figuresOf({
  open_risks: open,
  attention,
  scenarios,
  suspect,
  suspects,
  verified,
  requirements: all,
  work_products: products,
  alerts,
  scenarios_seen: seen,
  contradicted,
}: Summary): Record<(typeof figureTitles)[number], Figure> {
  const inAnalysis = suspects.find(({ kind }) => kind === 'threat-scenario')?.count ?? 0
  return {
    'Open risks': {
      title: `Open risks ≥ ${attention}`,
      value: open,
      beside: `of ${number(scenarios)} scenarios`,
      to: threats,
    },
    'Suspect links': {
      value: suspect,
      beside: `${number(inAnalysis)} in threat analysis`,
      to: '/org/lifecycle/projects/view/mapping-requirements',
    },
    'Requirements verified': { value: verified, beside: `of ${number(all)}`, to: requirements },
    'Work products approved': {
      value: products.filter(({ status }) => status === 'APPROVED' || status === 'COMPLETED').length,
      beside: `of ${products.length}`,
      to: compliance,
    },
    'Alerts linked, 30 days': {
      value: alerts,
      beside: seenText(seen, contradicted),
      to: threats,
      ...(contradicted > 0 && { tab: 'contradicted' }),
    },
  }
}

function seenText(seen: number, contradicted: number): string {
  const text = `${number(seen)} ${seen === 1 ? 'scenario' : 'scenarios'} seen`
  return contradicted > 0 ? `${text}, ${number(contradicted)} contradicted` : text
}
