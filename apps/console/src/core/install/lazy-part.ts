import { type ComponentType, lazy } from 'react'
import { untilLoaded } from '../call/until-loaded.ts'

/** A component of a module that is loaded when it is first shown. While the server is away, loading is retried. */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  return lazy(async () => ({ default: await untilLoaded(load, console.warn) }))
}
