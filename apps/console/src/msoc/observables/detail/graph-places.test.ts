import { expect, test } from 'vitest'
import { type GraphNode, nodeSize, placesOf } from './graph-places.ts'

const node = (id: string, kind: GraphNode['kind']): GraphNode => ({ id, kind, title: id, detail: '' })

test('[OBSERVABLE-UI-7] nodes are in columns by their kind, none on another', () => {
  const nodes = [
    node('centre', 'observable'),
    node('a', 'observable'),
    node('b', 'observable'),
    node('alert', 'alert'),
    node('case', 'case'),
  ]
  const places = placesOf(nodes)
  const x = (id: string) => places.get(id)!.x
  expect(x('a')).toBe(x('b'))
  expect([x('a'), x('centre'), x('alert'), x('case')]).toEqual(
    [...new Set([x('a'), x('centre'), x('alert'), x('case')])].sort((one, other) => one - other),
  )
  expect(Math.abs(places.get('a')!.y - places.get('b')!.y)).toBeGreaterThan(nodeSize.height)
  expect(placesOf([]).size).toBe(0)
})
