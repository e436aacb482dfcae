import { PMTiles, Protocol, TileType } from 'pmtiles'

/** How tiles in a file are addressed: `pmtiles://<file>/{z}/{x}/{y}`. */
export const tilesScheme = 'pmtiles'

const protocol = new Protocol()
export const answerTile = protocol.tile

/** What a PMTiles file holds, as a tile source has to be told. */
export interface TileFile {
  readonly kind: 'raster' | 'vector'
  readonly tiles: string
  readonly minzoom: number
  readonly maxzoom: number
}

/** Reads the head of a PMTiles file. One file is one archive, however many maps show it: its directories are kept. */
export async function openTileFile(url: string): Promise<TileFile> {
  const archive = protocol.get(url) ?? new PMTiles(url)
  protocol.add(archive)
  const { tileType, minZoom, maxZoom } = await archive.getHeader()
  return {
    kind: tileType === TileType.Mvt ? 'vector' : 'raster',
    tiles: `${tilesScheme}://${url}/{z}/{x}/{y}`,
    minzoom: minZoom,
    maxzoom: maxZoom,
  }
}
