import { Link } from '@tanstack/react-router'
import { usePageContext } from '../graph/page/page-context.tsx'

/** The paths that have no menu item of their own. */
const ways = {
  controls: { to: '/org/lifecycle/projects/view/residual-risk-security-control', title: 'Security controls' },
  'custom-trees': { to: '/org/lifecycle/custome-tree', title: 'Custom trees' },
  'threat-trees': { to: '/org/lifecycle/threat-tree', title: 'Threat trees' },
  development: { to: '/org/lifecycle/projects/product-development/dashboard', title: 'Development dashboard' },
} as const

/** A link in the head of a page to a related page of the same program and project (rule GRAPH-UI-21). */
export function WayTo({ page }: { readonly page: keyof typeof ways }) {
  const { program, search } = usePageContext()
  const { to, title } = ways[page]
  const named = {
    programId: program.programUuid,
    ...(search.projectId !== undefined && { projectId: search.projectId }),
  }
  return (
    <Link className="bp6-button bp6-outlined" to={to} search={named as never}>
      {title}
    </Link>
  )
}
