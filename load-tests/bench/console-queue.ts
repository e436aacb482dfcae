import type { SignedIn } from './console-browser.ts'
import type { PageUse } from './console-trace.ts'
export interface QueueFigures { readonly openMs: number; readonly filterMs: number; readonly blank: number; readonly scrolledRows: number; readonly bulk: { closed: number; ms: number }; readonly use: PageUse }
export async function measureQueue(_s: SignedIn, _u: string, _t: string, _a: number): Promise<QueueFigures> { throw new Error('x') }
