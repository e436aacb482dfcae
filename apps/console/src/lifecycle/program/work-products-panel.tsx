import { groupOf, workProductGroups } from '@carapace/shared/lifecycle/compliance/work-products'
import { Link } from '@tanstack/react-router'
import { sentenceCase } from '../../core/format/format.ts'
import { SkeletonRows } from '../../core/ui/skeleton.tsx'
import { Panel } from '../../core/ui/panel.tsx'
import { productTone, productTones } from '../compliance/product-tone.ts'
import type { Summary } from './use-summary.ts'

interface WorkProductsPanelProps {
  readonly programUuid: string
  readonly products: Summary['work_products'] | undefined
}

/** The 42 work products of ISO/SAE 21434, each a box in the colour of its status. */
export function WorkProductsPanel({ programUuid, products }: WorkProductsPanelProps) {
  return (
    <Panel title="Work products" extra={<Legend />} className="pg-products">
      {products === undefined ? (
        <SkeletonRows rows={8} columns={['40px', '1fr', '2fr']} rowHeight={28} />
      ) : (
        <ul className="pg-groups">
          {workProductGroups.map(({ clauses, title }) => {
            const own = products.filter((each) => groupOf(each) === clauses)
            const done = own.filter(({ status }) => productTone(status) === 'approved').length
            return (
              <li key={clauses}>
                <span className="mono pg-note">{clauses}</span>
                <Link to="/org/lifecycle/projects/view/compliance-summary" search={{ programId: programUuid }}>
                  {title}
                </Link>
                <span className="pg-boxes">
                  {own.map((each) => (
                    <Box key={each.code} product={each} />
                  ))}
                </span>
                <span className="num pg-groups-count">
                  {done} of {own.length}
                </span>
              </li>
            )
          })}
        </ul>
      )}
    </Panel>
  )
}

function Box({ product: { code, title, status } }: { readonly product: Summary['work_products'][number] }) {
  const label = `${code} ${title}: ${status === null ? 'missing' : sentenceCase(status).toLowerCase()}`
  return <i className={`pg-box pg-box-${productTone(status)}`} role="img" aria-label={label} title={label} />
}

function Legend() {
  return (
    <span className="pg-legend" aria-hidden>
      {productTones.map(({ tone, title }) => (
        <span key={tone}>
          <i className={`pg-box-${tone}`} />
          {title}
        </span>
      ))}
    </span>
  )
}
