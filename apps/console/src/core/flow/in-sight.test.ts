import { expect, test } from 'vitest'
import { broughtInto } from './in-sight.ts'

const room = { width: 800, height: 400 }

test.for([
  {
    title: 'a box in view does not move the view',
    view: { x: 0, y: 0, zoom: 1 },
    box: { x: 100, y: 100, width: 200, height: 60 },
    comes: { x: 0, y: 0, zoom: 1 },
  },
  {
    title: 'a box beyond the right and lower edges moves the view just enough to show it',
    view: { x: 0, y: 0, zoom: 1 },
    box: { x: 700, y: 390, width: 200, height: 60 },
    comes: { x: -112, y: -62, zoom: 1 },
  },
  {
    title: 'and so does a box beyond the left and upper edges',
    view: { x: -500, y: -90, zoom: 1 },
    box: { x: 400, y: 60, width: 200, height: 60 },
    comes: { x: -388, y: -48, zoom: 1 },
  },
  {
    title: 'a zoomed one is measured on the screen',
    view: { x: 10, y: 0, zoom: 0.5 },
    box: { x: 1_500, y: 0, width: 200, height: 60 },
    comes: { x: -62, y: 12, zoom: 0.5 },
  },
  {
    title: 'a box larger than the room is centred',
    view: { x: 0, y: 0, zoom: 2 },
    box: { x: 500, y: 20, width: 600, height: 60 },
    comes: { x: -1_200, y: 0, zoom: 2 },
  },
  {
    title: 'a box larger than the room does not move the view while a part of it is in view',
    view: { x: 0, y: 0, zoom: 2 },
    box: { x: 100, y: 20, width: 600, height: 60 },
    comes: { x: 0, y: 0, zoom: 2 },
  },
])('$title', ({ view, box, comes }) => {
  expect(broughtInto(view, box, room)).toEqual(comes)
})
