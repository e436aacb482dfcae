import { supportEmail } from '../core/product.ts'

/** Where help comes from. */
export function SupportLink() {
  return <a href={`mailto:${supportEmail}`}>Contact support</a>
}
