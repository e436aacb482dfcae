import type { VexProduct } from '@carapace/shared/sbom/vex/vex'
import { compact, type Fields, fieldsOf, objectIn, objectsOf, textOf, textsOf } from '../fields.ts'

interface Branch {
  readonly fields: Fields
  readonly product: string | undefined
  readonly version: string | undefined
  readonly range: string | undefined
}

/** The products of a product tree by their ids: those of branches, of the list, and of relationships. */
export function productsOfTree(tree: Fields): ReadonlyMap<string, VexProduct> {
  const products = new Map<string, VexProduct>()
  const waiting: Branch[] = objectsOf(tree['branches']).map((fields) => ({
    fields,
    product: undefined,
    version: undefined,
    range: undefined,
  }))
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { fields } = next
    const name = textOf(fields['name'])
    const category = fields['category']
    const here = {
      product: category === 'product_name' ? name : next.product,
      version: category === 'product_version' ? name : next.version,
      range: category === 'product_version_range' ? name : next.range,
    }
    const product = objectIn(fields['product'])
    if (product) addProduct(products, product, here)
    for (const inside of objectsOf(fields['branches'])) waiting.push({ fields: inside, ...here })
  }
  for (const product of objectsOf(tree['full_product_names'])) addProduct(products, product, {})
  for (const relationship of objectsOf(tree['relationships'])) addRelationship(products, relationship)
  return products
}

function addProduct(
  products: Map<string, VexProduct>,
  product: Fields,
  {
    product: name,
    version,
    range,
  }: { product?: string | undefined; version?: string | undefined; range?: string | undefined },
): void {
  const id = textOf(product['product_id'])
  if (id === undefined) return
  const helper = fieldsOf(product['product_identification_helper'])
  products.set(
    id,
    compact<VexProduct>({
      ref: id,
      purl: textOf(helper['purl']) ?? textsOf(helper['purls'])[0],
      cpe: textOf(helper['cpe']),
      name: name ?? textOf(product['name']),
      version,
      range,
      hashes: objectsOf(helper['hashes']).flatMap((each) =>
        objectsOf(each['file_hashes']).flatMap((hash) => textOf(hash['value'])?.toLowerCase() ?? []),
      ),
    }),
  )
}

/** A component in, with or on a product: the statement holds for the component within that product alone. */
function addRelationship(products: Map<string, VexProduct>, relationship: Fields): void {
  const id = textOf(fieldsOf(relationship['full_product_name'])['product_id'])
  const component = products.get(String(relationship['product_reference']))
  const holder = products.get(String(relationship['relates_to_product_reference']))
  if (id === undefined) return
  if (!component) return addProduct(products, fieldsOf(relationship['full_product_name']), {})
  const within = holder && (holder.purl ?? holder.cpe ?? [holder.name, holder.version].filter(Boolean).join(' '))
  products.set(id, compact<VexProduct>({ ...component, ref: id, within }))
}
