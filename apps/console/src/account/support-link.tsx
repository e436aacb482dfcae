import { supportEmail } from '../core/product.ts'

/** A link to the product's support. */
export function SupportLink() {
  return <a href={`mailto:${supportEmail}`}>Contact support</a>
}
