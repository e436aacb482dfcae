import { expect, test } from 'vitest'
import { broughtInto } from './in-sight.ts'

const room = { width: 800, height: 400 }

test.for([
  {
    title: 'what is in sight stays where it is',
    view: { x: 0, y: 0, zoom: 1 },
    box: { x: 100, y: 100, width: 200, height: 60 },
    comes: { x: 0, y: 0, zoom: 1 },
  },
  {
    title: 'what is beyond the right and the lower rim comes in by as little as shows it',
    view: { x: 0, y: 0, zoom: 1 },
    box: { x: 700, y: 390, width: 200, height: 60 },
    comes: { x: -112, y: -62, zoom: 1 },
  },
  {
    title: 'what is beyond the left and the upper rim, too',
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
    title: 'what is larger than the room comes to its middle',
    view: { x: 0, y: 0, zoom: 2 },
    box: { x: 500, y: 20, width: 600, height: 60 },
    comes: { x: -1_200, y: 0, zoom: 2 },
  },
  {
    title: 'what is larger than the room stays where a part of it is in sight',
    view: { x: 0, y: 0, zoom: 2 },
    box: { x: 100, y: 20, width: 600, height: 60 },
    comes: { x: 0, y: 0, zoom: 2 },
  },
])('$title', ({ view, box, comes }) => {
  expect(broughtInto(view, box, room)).toEqual(comes)
})
