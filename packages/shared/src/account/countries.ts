/** A country or territory that somebody may register from, and what a phone number there looks like (rule F1). */
export interface Country {
  readonly country: string
  /** What is dialled before a number from abroad: `+91`. */
  readonly code: string
  /** How many digits a number has, without the dial code. */
  readonly phoneLength: { readonly min: number; readonly max: number }
  readonly allowedChars: 'digits'
}

/** No number has more digits (ITU-T E.164). */
const longestNumber = 15

type Row = readonly [country: string, code: string, min: number, max?: number]

/**
 * By name. Where no most is given it is 15; the least is the shortest number that the country's numbering plan gives to people,
 * at home or on the move. Those with a most are fixed by the product.
 */
const rows: readonly Row[] = [
  ['Afghanistan', '+93', 9, 15], ['Åland Islands', '+358', 6], ['Albania', '+355', 8], ['Algeria', '+213', 8], ['American Samoa', '+1', 10], ['Andorra', '+376', 6],
  ['Angola', '+244', 9], ['Anguilla', '+1', 10], ['Antigua and Barbuda', '+1', 10], ['Argentina', '+54', 10, 15], ['Armenia', '+374', 8], ['Aruba', '+297', 7],
  ['Australia', '+61', 9], ['Austria', '+43', 4], ['Azerbaijan', '+994', 9], ['Bahamas', '+1', 10], ['Bahrain', '+973', 8], ['Bangladesh', '+880', 6],
  ['Barbados', '+1', 10], ['Belarus', '+375', 9], ['Belgium', '+32', 8, 12], ['Belize', '+501', 7], ['Benin', '+229', 10], ['Bermuda', '+1', 10], ['Bhutan', '+975', 7],
  ['Bolivia', '+591', 8], ['Bosnia and Herzegovina', '+387', 8], ['Botswana', '+267', 7], ['Brazil', '+55', 10, 11], ['British Indian Ocean Territory', '+246', 7],
  ['British Virgin Islands', '+1', 10], ['Brunei', '+673', 7], ['Bulgaria', '+359', 6], ['Burkina Faso', '+226', 8], ['Burundi', '+257', 8], ['Cambodia', '+855', 8],
  ['Cameroon', '+237', 9], ['Canada', '+1', 10, 10], ['Cape Verde', '+238', 7], ['Caribbean Netherlands', '+599', 7], ['Cayman Islands', '+1', 10],
  ['Central African Republic', '+236', 8], ['Chad', '+235', 8], ['Chile', '+56', 8, 12], ['China', '+86', 11, 15], ['Christmas Island', '+61', 9],
  ['Cocos (Keeling) Islands', '+61', 9], ['Colombia', '+57', 8], ['Comoros', '+269', 7], ['Congo (Brazzaville)', '+242', 9], ['Congo (Kinshasa)', '+243', 7],
  ['Cook Islands', '+682', 5], ['Costa Rica', '+506', 8], ["Côte d'Ivoire", '+225', 10], ['Croatia', '+385', 8], ['Cuba', '+53', 6], ['Curaçao', '+599', 7],
  ['Cyprus', '+357', 8], ['Czechia', '+420', 9], ['Denmark', '+45', 8], ['Djibouti', '+253', 8], ['Dominica', '+1', 10], ['Dominican Republic', '+1', 10],
  ['Ecuador', '+593', 8], ['Egypt', '+20', 9, 12], ['El Salvador', '+503', 8], ['Equatorial Guinea', '+240', 9], ['Eritrea', '+291', 7], ['Estonia', '+372', 7],
  ['Eswatini', '+268', 8], ['Ethiopia', '+251', 9], ['Falkland Islands', '+500', 5], ['Faroe Islands', '+298', 6], ['Fiji', '+679', 7], ['Finland', '+358', 5],
  ['France', '+33', 9], ['French Guiana', '+594', 9], ['French Polynesia', '+689', 8], ['Gabon', '+241', 7], ['Gambia', '+220', 7], ['Georgia', '+995', 9],
  ['Germany', '+49', 5], ['Ghana', '+233', 9], ['Gibraltar', '+350', 8], ['Greece', '+30', 10], ['Greenland', '+299', 6], ['Grenada', '+1', 10], ['Guadeloupe', '+590', 9],
  ['Guam', '+1', 10], ['Guatemala', '+502', 8], ['Guernsey', '+44', 10], ['Guinea', '+224', 8], ['Guinea-Bissau', '+245', 9], ['Guyana', '+592', 7], ['Haiti', '+509', 8],
  ['Honduras', '+504', 8], ['Hong Kong', '+852', 8], ['Hungary', '+36', 8], ['Iceland', '+354', 7], ['India', '+91', 10, 10], ['Indonesia', '+62', 7], ['Iran', '+98', 6],
  ['Iraq', '+964', 8], ['Ireland', '+353', 7], ['Isle of Man', '+44', 10], ['Israel', '+972', 8], ['Italy', '+39', 6], ['Jamaica', '+1', 10], ['Japan', '+81', 10, 10],
  ['Jersey', '+44', 10], ['Jordan', '+962', 8], ['Kazakhstan', '+7', 10], ['Kenya', '+254', 7], ['Kiribati', '+686', 5], ['Kosovo', '+383', 8], ['Kuwait', '+965', 8],
  ['Kyrgyzstan', '+996', 9], ['Laos', '+856', 8], ['Latvia', '+371', 8], ['Lebanon', '+961', 7], ['Lesotho', '+266', 8], ['Liberia', '+231', 7], ['Libya', '+218', 9],
  ['Liechtenstein', '+423', 7], ['Lithuania', '+370', 8], ['Luxembourg', '+352', 4], ['Macao', '+853', 8], ['Madagascar', '+261', 9], ['Malawi', '+265', 7],
  ['Malaysia', '+60', 8], ['Maldives', '+960', 7], ['Mali', '+223', 8], ['Malta', '+356', 8], ['Marshall Islands', '+692', 7], ['Martinique', '+596', 9],
  ['Mauritania', '+222', 8], ['Mauritius', '+230', 7], ['Mayotte', '+262', 9], ['Mexico', '+52', 10], ['Micronesia', '+691', 7], ['Moldova', '+373', 8],
  ['Monaco', '+377', 8], ['Mongolia', '+976', 8], ['Montenegro', '+382', 8], ['Montserrat', '+1', 10], ['Morocco', '+212', 9], ['Mozambique', '+258', 8],
  ['Myanmar', '+95', 6], ['Namibia', '+264', 8], ['Nauru', '+674', 7], ['Nepal', '+977', 8], ['Netherlands', '+31', 9], ['New Caledonia', '+687', 6],
  ['New Zealand', '+64', 8], ['Nicaragua', '+505', 8], ['Niger', '+227', 8], ['Nigeria', '+234', 10], ['Niue', '+683', 4], ['Norfolk Island', '+672', 6],
  ['North Korea', '+850', 8], ['North Macedonia', '+389', 8], ['Northern Mariana Islands', '+1', 10], ['Norway', '+47', 8], ['Oman', '+968', 8], ['Pakistan', '+92', 9],
  ['Palau', '+680', 7], ['Palestine', '+970', 8], ['Panama', '+507', 7], ['Papua New Guinea', '+675', 7], ['Paraguay', '+595', 7], ['Peru', '+51', 8],
  ['Philippines', '+63', 6], ['Poland', '+48', 7], ['Portugal', '+351', 9], ['Puerto Rico', '+1', 10], ['Qatar', '+974', 8], ['Réunion', '+262', 9], ['Romania', '+40', 6],
  ['Russia', '+7', 10], ['Rwanda', '+250', 8], ['Saint Barthélemy', '+590', 9], ['Saint Helena', '+290', 4], ['Saint Kitts and Nevis', '+1', 10],
  ['Saint Lucia', '+1', 10], ['Saint Martin', '+590', 9], ['Saint Pierre and Miquelon', '+508', 6], ['Saint Vincent and Grenadines', '+1', 10], ['Samoa', '+685', 5],
  ['San Marino', '+378', 8], ['São Tomé and Príncipe', '+239', 7], ['Saudi Arabia', '+966', 9], ['Senegal', '+221', 9], ['Serbia', '+381', 7], ['Seychelles', '+248', 7],
  ['Sierra Leone', '+232', 8], ['Singapore', '+65', 8], ['Sint Maarten', '+1', 10], ['Slovakia', '+421', 6], ['Slovenia', '+386', 8], ['Solomon Islands', '+677', 5],
  ['Somalia', '+252', 6], ['South Africa', '+27', 9], ['South Korea', '+82', 8], ['South Sudan', '+211', 9], ['Spain', '+34', 9], ['Sri Lanka', '+94', 9],
  ['Sudan', '+249', 9], ['Suriname', '+597', 6], ['Svalbard and Jan Mayen', '+47', 8], ['Sweden', '+46', 7], ['Switzerland', '+41', 9], ['Syria', '+963', 8],
  ['Taiwan', '+886', 8], ['Tajikistan', '+992', 9], ['Tanzania', '+255', 9], ['Thailand', '+66', 8], ['Timor-Leste', '+670', 7], ['Togo', '+228', 8],
  ['Tokelau', '+690', 4], ['Tonga', '+676', 5], ['Trinidad and Tobago', '+1', 10], ['Tunisia', '+216', 8], ['Türkiye', '+90', 10], ['Turkmenistan', '+993', 8],
  ['Turks and Caicos Islands', '+1', 10], ['Tuvalu', '+688', 5], ['Uganda', '+256', 9], ['Ukraine', '+380', 9], ['United Arab Emirates', '+971', 8],
  ['United Kingdom', '+44', 10, 11], ['United States', '+1', 10, 10], ['United States Virgin Islands', '+1', 10], ['Uruguay', '+598', 8], ['Uzbekistan', '+998', 9],
  ['Vanuatu', '+678', 5], ['Vatican City', '+39', 6], ['Venezuela', '+58', 10], ['Vietnam', '+84', 9], ['Wallis and Futuna', '+681', 6], ['Western Sahara', '+212', 9],
  ['Yemen', '+967', 7], ['Zambia', '+260', 9], ['Zimbabwe', '+263', 9],
]

/** Every country and territory, by name. */
export const countries: readonly Country[] = rows.map(([country, code, min, max = longestNumber]) => ({ country, code, phoneLength: { min, max }, allowedChars: 'digits' }))

/** The country of exactly this name. */
export function countryNamed(name: string): Country | undefined {
  return countries.find(({ country }) => country === name)
}
