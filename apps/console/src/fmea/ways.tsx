import { Link } from '@tanstack/react-router'

const pages = {
  dashboard: ['/org/fmea/dashboard', 'Dashboard'],
  configuration: ['/org/fmea/configuration', 'Configurations'],
  'fmea-analysis': ['/org/fmea/fmea-analysis', 'Worksheet'],
  settings: ['/org/fmea/settings', 'Settings'],
} as const
export type FmeaPage = keyof typeof pages

interface WaysProps {
  readonly to: readonly FmeaPage[]
  readonly programId: string | undefined
  readonly projectId: string | undefined
}

/** Links to other pages of FMEA, in the same program and project (rule GRAPH-UI-21 of graph/SPEC.md). */
export function Ways({ to, programId, projectId }: WaysProps) {
  return to.map((page) => {
    const [path, title] = pages[page]
    return (
      <Link key={page} className="bp6-button bp6-outlined" to={path} search={{ programId, projectId } as never}>
        {title}
      </Link>
    )
  })
}
