import { PageLink } from '../graph/links/page-link.tsx'

/** The paths that have no menu item of their own. */
const ways = {
  controls: { to: '/org/lifecycle/projects/view/residual-risk-security-control', title: 'Security controls' },
  'custom-trees': { to: '/org/lifecycle/custome-tree', title: 'Custom trees' },
  'threat-trees': { to: '/org/lifecycle/threat-tree', title: 'Threat trees' },
  development: { to: '/org/lifecycle/projects/product-development/dashboard', title: 'Development dashboard' },
} as const

/** A link in the head of a page to a related page of the lifecycle. */
export function WayTo({ page }: { readonly page: keyof typeof ways }) {
  return <PageLink {...ways[page]} />
}
