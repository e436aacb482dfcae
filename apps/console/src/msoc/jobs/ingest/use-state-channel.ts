import type { Channel } from '@carapace/shared/core/live/channel'
import { useEffect, useState } from 'react'
import type { z } from 'zod'
import { live } from '../../../core/live/live.ts'

interface Latest<T> {
  /** Undefined until the first message. */
  readonly latest: T | undefined
  /** When it arrived, epoch ms by the local clock. */
  readonly receivedAt: number
  readonly problem: string | undefined
}

/** The latest state of a channel whose messages contain the whole state. The channel must be a constant. */
export function useStateChannel<P extends z.ZodType, S extends z.ZodType>(
  channel: Channel<P, S, S>,
): Latest<z.output<S>> & { readonly again: () => void } {
  const [state, setState] = useState<Latest<z.output<S>>>({ latest: undefined, receivedAt: 0, problem: undefined })
  const [opened, setOpened] = useState(0)
  useEffect(() => {
    const feed = live(channel, {} as z.input<P>).subscribe((message) => {
      const latest =
        message.op === 'snapshot' ? message.data : message.op === 'changes' ? message.data.at(-1) : undefined
      if (latest !== undefined) setState({ latest, receivedAt: Date.now(), problem: undefined })
      if (message.op === 'error') setState((before) => ({ ...before, problem: message.message }))
    })
    return () => feed.unsubscribe()
  }, [channel, opened])
  return { ...state, again: () => setOpened((count) => count + 1) }
}
