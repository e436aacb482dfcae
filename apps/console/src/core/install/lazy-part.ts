import { type ComponentType, lazy } from 'react'
import { untilLoaded } from '../call/until-loaded.ts'

/** A component of a module that is loaded where it is first shown; while the server is away it is waited for. */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  return lazy(async () => ({ default: await untilLoaded(load, console.warn) }))
}
