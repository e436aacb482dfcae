import type { EngineeringModule } from '../graph/engineering-module.ts'
import { developmentKinds } from './kinds/development.kinds.ts'
import { itemKinds } from './kinds/item.kinds.ts'
import { lifecycleLinks } from './kinds/links.ts'
import { taraKinds } from './kinds/tara.kinds.ts'

export const lifecycle: EngineeringModule = {
  kinds: [...itemKinds, ...taraKinds, ...developmentKinds],
  links: Object.values(lifecycleLinks),
}
