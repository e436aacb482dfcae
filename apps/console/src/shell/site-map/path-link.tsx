import { Link } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import type { Carried } from './carried.ts'

interface PathLinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  readonly to: string
  readonly search?: Carried
}

/** A path starts like its parent's path, but is not its parent. */
const exactly = { exact: true, includeSearch: false }
const nothing: Carried = {}

/** A link to a path of the site map, built or not; the router's own types know only built paths. */
export function PathLink({ to, search = nothing, ...props }: PathLinkProps) {
  return <Link to={to} search={search as never} activeOptions={exactly} {...props} />
}
