import { AddIcon } from '@blueprintjs/icons'
import { artefactKindNamed } from '@carapace/shared/artefact-kinds'
import { saveArtefacts } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { groupOf, workProductGroups, workProducts } from '@carapace/shared/lifecycle/compliance/work-products'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { call, messageOf } from '../../core/call/call.ts'
import { number } from '../../core/format/format.ts'
import { ActButton } from '../../core/ui/act-button.tsx'
import { StatusBadge } from '../../core/ui/status-badge.tsx'
import { toast } from '../../core/ui/toast.ts'
import type { Summary } from '../program/use-summary.ts'
import { productTone } from './product-tone.ts'

type Product = Summary['work_products'][number]

interface ProductsViewProps {
  readonly programUuid: string
  /** The project in the address: links to one artefact stay in it. */
  readonly projectId: string | undefined
  readonly products: readonly Product[]
  readonly refusal: string | undefined
  readonly again: () => void
}

const kindsOf = new Map(workProducts.map(({ code, kinds }) => [code, kinds]))

/**
 * The 42 work products by clause: the status of each, its contents in the program, and its evidence (rule
 * COMPLIANCE-2).
 */
export function ProductsView({ programUuid, projectId, products, refusal, again }: ProductsViewProps) {
  const missing = products.filter(({ status }) => status === null).length
  const bare = products.filter(({ status, evidence }) => status !== null && evidence === 0).length
  return (
    <div className="co-body" tabIndex={0} role="group" aria-label="Work products">
      <p className="pg-counts num co-counts" role="status">
        <span>
          <b>{products.filter(({ status }) => productTone(status) === 'approved').length}</b> of {products.length}{' '}
          approved
        </span>
        <span>
          <b>{missing}</b> missing
        </span>
        <span>
          <b>{bare}</b> without evidence
        </span>
      </p>
      <table className="c-table">
        <thead>
          <tr>
            <th scope="col">Work product</th>
            <th scope="col">Title</th>
            <th scope="col">Status</th>
            <th scope="col">In the program</th>
            <th scope="col" className="c-number">
              Evidence
            </th>
            <th scope="col">
              <span className="c-visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        {workProductGroups.map(({ clauses, title }) => (
          <tbody key={clauses}>
            <tr className="co-group">
              <th scope="rowgroup" colSpan={6}>
                {clauses} {title}
              </th>
            </tr>
            {products
              .filter((each) => groupOf(each) === clauses)
              .map((product) => (
                <Row
                  key={product.code}
                  programUuid={programUuid}
                  projectId={projectId}
                  product={product}
                  refusal={refusal}
                  again={again}
                />
              ))}
          </tbody>
        ))}
      </table>
    </div>
  )
}

function Row({
  programUuid,
  projectId,
  product,
  refusal,
  again,
}: Omit<ProductsViewProps, 'products'> & { readonly product: Product }) {
  const { code, title, status, uuid, evidence, content } = product
  return (
    <tr>
      <td className="mono">{code}</td>
      <td>
        {uuid === null ? (
          title
        ) : (
          <Link
            to="/org/lifecycle/projects/view/compliance-summary"
            search={{ programId: programUuid, projectId, view: 'kept', open: uuid }}
          >
            {title}
          </Link>
        )}
      </td>
      <td>{status === null ? <span className="pg-note">Missing</span> : <StatusBadge status={status} />}</td>
      <td>
        <Content programUuid={programUuid} kinds={kindsOf.get(code) ?? []} content={content} />
      </td>
      <td className={status !== null && evidence === 0 ? 'c-number num pg-suspect' : 'c-number num'}>
        {status === null ? '' : number(evidence)}
      </td>
      <td className="c-number">
        {uuid === null && <Begin programUuid={programUuid} product={product} refusal={refusal} again={again} />}
      </td>
    </tr>
  )
}

/** The artefacts of the program that a work product consists of, as a link. */
function Content({
  programUuid,
  kinds,
  content,
}: {
  readonly programUuid: string
  readonly kinds: readonly string[]
  readonly content: number
}) {
  const kind = artefactKindNamed(kinds[0] ?? '')
  if (!kind) return <span className="pg-note">a document</span>
  const what = kinds.length === 1 ? kind.plural.toLowerCase() : 'artefacts'
  return (
    <Link
      to={kind.page as never}
      search={{ programId: programUuid } as never}
      className={content === 0 ? 'pg-suspect' : 'num'}
    >
      {content === 0
        ? `no ${what}`
        : `${number(content)} ${content === 1 && kinds.length === 1 ? kind.title.toLowerCase() : what}`}
    </Link>
  )
}

function Begin({
  programUuid,
  product: { code, title },
  refusal,
  again,
}: Omit<ProductsViewProps, 'products' | 'projectId'> & { readonly product: Product }) {
  const [busy, setBusy] = useState(false)
  const begin = async () => {
    setBusy(true)
    await call(saveArtefacts, {
      program_uuid: programUuid,
      artefacts: [{ kind: 'work-product', title, fields: { work_product: code } }],
    }).catch((problem: unknown) => toast.error(messageOf(problem)))
    setBusy(false)
    again()
  }
  return (
    <ActButton
      icon={<AddIcon size={12} />}
      refusal={refusal}
      loading={busy}
      aria-label={`Begin ${code}`}
      onClick={() => void begin()}
    >
      Begin
    </ActButton>
  )
}
