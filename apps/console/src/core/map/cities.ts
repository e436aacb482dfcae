/** A big city, for the outlines: rank 1 is labelled on a world map, 2 on a continent, 3 on a country. */
export interface City {
  readonly name: string
  readonly lon: number
  readonly lat: number
  readonly rank: 1 | 2 | 3
}

// One city per entry: name, longitude, latitude. Deliberately a short list; a tile source labels the rest.
const byRank = {
  1: `London -0.13 51.51|Paris 2.35 48.86|Berlin 13.4 52.52|Madrid -3.7 40.42|Roma 12.5 41.9|İstanbul 28.98 41.01|
Moskva 37.62 55.75|Cairo 31.24 30.04|Lagos 3.38 6.52|Nairobi 36.82 -1.29|Johannesburg 28.05 -26.2|Dubai 55.27 25.2|
Tehrān 51.39 35.69|Karachi 67.01 24.86|Delhi 77.21 28.61|Mumbai 72.88 19.08|Bengaluru 77.59 12.97|Bangkok 100.5 13.76|
Singapore 103.82 1.35|Jakarta 106.85 -6.21|Beijing 116.41 39.9|Shanghai 121.47 31.23|Hong Kong 114.17 22.32|
Seoul 126.98 37.57|Tokyo 139.69 35.69|Manila 120.98 14.6|Sydney 151.21 -33.87|Auckland 174.76 -36.85|
New York -74.01 40.71|Los Angeles -118.24 34.05|Chicago -87.63 41.88|Toronto -79.38 43.65|
Ciudad de México -99.13 19.43|Bogotá -74.07 4.71|Lima -77.04 -12.05|São Paulo -46.63 -23.55|
Buenos Aires -58.38 -34.6`,
  2: `Hamburg 9.99 53.55|München 11.58 48.14|Köln 6.96 50.94|Frankfurt 8.68 50.11|Stuttgart 9.18 48.78|
Amsterdam 4.9 52.37|Bruxelles 4.35 50.85|Wien 16.37 48.21|Zürich 8.54 47.37|Praha 14.44 50.08|Warszawa 21.01 52.23|
Budapest 19.04 47.5|București 26.1 44.43|Sofia 23.32 42.7|Athína 23.73 37.98|Beograd 20.46 44.79|
København 12.57 55.68|Stockholm 18.07 59.33|Oslo 10.75 59.91|Helsinki 24.94 60.17|Dublin -6.26 53.35|
Lisboa -9.14 38.72|Barcelona 2.17 41.39|Milano 9.19 45.46|Lyon 4.84 45.76|Marseille 5.37 43.3|Manchester -2.24 53.48|
Kyiv 30.52 50.45|Minsk 27.57 53.9|Sankt-Peterburg 30.34 59.93|Ankara 32.86 39.93|Casablanca -7.59 33.57|
Alger 3.06 36.74|Tunis 10.18 36.81|Accra -0.19 5.6|Addis Ababa 38.75 9.03|Kinshasa 15.27 -4.44|Luanda 13.23 -8.84|
Cape Town 18.42 -33.92|Riyadh 46.68 24.71|Baghdad 44.36 33.31|Tel Aviv 34.78 32.09|Kabul 69.17 34.53|
Lahore 74.36 31.55|Ahmedabad 72.57 23.02|Hyderabad 78.49 17.39|Chennai 80.27 13.08|Kolkata 88.36 22.57|
Pune 73.86 18.52|Dhaka 90.41 23.81|Colombo 79.86 6.93|Kathmandu 85.32 27.72|Yangon 96.16 16.87|Hà Nội 105.83 21.03|
Ho Chi Minh 106.63 10.82|Kuala Lumpur 101.69 3.14|Taipei 121.57 25.03|Guangzhou 113.26 23.13|Chongqing 106.55 29.56|
Chengdu 104.07 30.57|Wuhan 114.31 30.59|Xi’an 108.94 34.34|Harbin 126.64 45.8|Osaka 135.5 34.69|Nagoya 136.91 35.18|
Sapporo 141.35 43.06|Busan 129.08 35.18|Melbourne 144.96 -37.81|Brisbane 153.03 -27.47|Perth 115.86 -31.95|
Almaty 76.89 43.24|Tashkent 69.24 41.3|Novosibirsk 82.92 55.03|Yekaterinburg 60.6 56.84|San Francisco -122.42 37.77|
Seattle -122.33 47.61|Denver -104.99 39.74|Dallas -96.8 32.78|Houston -95.37 29.76|Detroit -83.05 42.33|
Atlanta -84.39 33.75|Miami -80.19 25.76|Washington -77.04 38.91|Boston -71.06 42.36|Montréal -73.57 45.5|
Vancouver -123.12 49.28|Monterrey -100.32 25.69|La Habana -82.37 23.11|Caracas -66.9 10.48|Quito -78.47 -0.18|
Rio de Janeiro -43.17 -22.91|Brasília -47.88 -15.79|Santiago -70.67 -33.45|Anchorage -149.9 61.22|
Honolulu -157.86 21.31|Reykjavík -21.94 64.15`,
  3: `Bremen 8.8 53.08|Hannover 9.73 52.37|Leipzig 12.37 51.34|Dresden 13.74 51.05|Nürnberg 11.08 49.45|
Düsseldorf 6.78 51.23|Dortmund 7.47 51.51|Rotterdam 4.48 51.92|Antwerpen 4.4 51.22|Luxembourg 6.13 49.61|
Strasbourg 7.75 48.57|Genève 6.14 46.2|Basel 7.59 47.56|Bern 7.45 46.95|Graz 15.44 47.07|Salzburg 13.05 47.81|
Innsbruck 11.4 47.27|Brno 16.61 49.2|Bratislava 17.11 48.15|Ljubljana 14.51 46.06|Zagreb 15.98 45.81|
Sarajevo 18.41 43.86|Kraków 19.94 50.06|Gdańsk 18.65 54.35|Poznań 16.93 52.41|Wrocław 17.04 51.11|Vilnius 25.28 54.69|
Rīga 24.11 56.95|Tallinn 24.75 59.44|Göteborg 11.97 57.71|Malmö 13 55.6|Bergen 5.32 60.39|Aarhus 10.2 56.16|
Edinburgh -3.19 55.95|Glasgow -4.25 55.86|Birmingham -1.9 52.48|Bristol -2.59 51.45|Leeds -1.55 53.8|Lille 3.06 50.63|
Nantes -1.55 47.22|Bordeaux -0.58 44.84|Toulouse 1.44 43.6|Nice 7.27 43.7|Torino 7.69 45.07|Genova 8.93 44.41|
Venezia 12.32 45.44|Bologna 11.34 44.49|Firenze 11.26 43.77|Napoli 14.27 40.85|Palermo 13.36 38.12|
Valencia -0.38 39.47|Sevilla -5.98 37.39|Bilbao -2.93 43.26|Zaragoza -0.89 41.65|Porto -8.61 41.15|
Thessaloníki 22.94 40.64|Lviv 24.03 49.84|Odesa 30.72 46.48|Cluj 23.6 46.77|İzmir 27.14 38.42|Jaipur 75.79 26.91|
Lucknow 80.95 26.85|Nagpur 79.09 21.15|Kochi 76.27 9.93|Coimbatore 76.96 11.02|Surat 72.83 21.17|
Phoenix -112.07 33.45|Minneapolis -93.27 44.98|St. Louis -90.2 38.63|Philadelphia -75.17 39.95|
San Diego -117.16 32.72|Portland -122.68 45.52|Salt Lake City -111.89 40.76|Calgary -114.07 51.05|Fukuoka 130.4 33.59|
Sendai 140.87 38.27|Tianjin 117.2 39.13|Nanjing 118.8 32.06|Shenzhen 114.06 22.54|Qingdao 120.38 36.07|
Adelaide 138.6 -34.93|Canberra 149.13 -35.28`,
} as const

/** The cities, the biggest first: that is the order in which they are placed. */
export const cities: readonly City[] = ([1, 2, 3] as const).flatMap((rank) =>
  byRank[rank].split('|').map((word) => cityOf(word.trim(), rank)),
)

function cityOf(word: string, rank: City['rank']): City {
  const parts = word.split(' ')
  return { name: parts.slice(0, -2).join(' '), lon: Number(parts.at(-2)), lat: Number(parts.at(-1)), rank }
}

/** The lowest rank of cities that a zoom level still labels (rule MAP-UI-11). */
export function leastRank(zoom: number): number {
  if (zoom < 3) return 1
  return zoom < 5.5 ? 2 : 3
}
