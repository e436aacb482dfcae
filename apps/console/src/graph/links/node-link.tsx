import { useNavigate } from '@tanstack/react-router'
import type { Node } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { sentenceCase } from '../../core/format/format.ts'
import { placeOf, usePageContext } from '../page/page-context.tsx'

interface NodeLinkProps {
  readonly node: Pick<Node, 'kind' | 'code' | 'title'>
  readonly className?: string
  readonly children?: ReactNode
}

/** An artefact as a link: within the page if it shows that kind, else to the artefact's own page (rule GRAPH-UI-8). */
export function NodeLink({ node, className, children = node.code }: NodeLinkProps) {
  const { program, kind, search } = usePageContext()
  const place = placeOf(program.programUuid, node, search.projectId)
  if (!place)
    return (
      <span className={className} title={node.title}>
        {children}
      </span>
    )
  const to = node.kind === kind ? { to: '.', search: { ...search, open: node.code } } : place
  // the paths are known only when the console is built; each kind names its own
  return (
    <Link {...(to as object as { to: '.' })} className={className} title={`${node.code} ${node.title}`}>
      {children}
    </Link>
  )
}

/** An artefact of a stated program as a link to its own page: for pages that are not of that program. */
export function ProgramNodeLink({ programUuid, node }: { readonly programUuid: string; readonly node: Node }) {
  const words = (
    <>
      <span className="mono">{node.code}</span> {node.title}
    </>
  )
  const place = placeOf(programUuid, node)
  // the paths are known only when the console is built; each kind names its own
  return place ? (
    <Link
      {...(place as object as { to: '.' })}
      title={`${sentenceCase(node.kind.replaceAll('-', ' '))}: ${node.title}`}
    >
      {words}
    </Link>
  ) : (
    words
  )
}

/** Opens an artefact on the page that shows it. */
export function useOpenNode(): (node: Pick<Node, 'kind' | 'code'>) => void {
  const { program, kind, search, go } = usePageContext()
  const navigate = useNavigate()
  return (node) => {
    const place = placeOf(program.programUuid, node, search.projectId)
    if (node.kind === kind) go({ open: node.code })
    else if (place) void navigate(place as object as { to: '.' })
  }
}
