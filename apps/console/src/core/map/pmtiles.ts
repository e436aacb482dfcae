import { PMTiles, Protocol, TileType } from 'pmtiles'

/** The address of tiles in a file: `pmtiles://<file>/{z}/{x}/{y}`. */
export const tilesScheme = 'pmtiles'

const protocol = new Protocol()
export const answerTile = protocol.tile

/** The content of a PMTiles file, as a tile source needs it. */
export interface TileFile {
  readonly kind: 'raster' | 'vector'
  readonly tiles: string
  readonly minzoom: number
  readonly maxzoom: number
}

/** Reads the header of a PMTiles file. All maps share one archive per file, so that its directories stay cached. */
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
