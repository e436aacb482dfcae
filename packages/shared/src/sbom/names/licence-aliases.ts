/**
 * Names that tools write instead of an identifier, and whose meaning is certain. Names that leave open a version, a
 * variant or "or later", such as GPLv2 or BSD, are none of these: they go to review (rule SPDX-LICENCE-4).
 */
const aliases: Readonly<Record<string, readonly string[]>> = {
  MIT: ['MIT License', 'The MIT License', 'The MIT License (MIT)', 'MIT License (MIT)', 'MIT Licence', 'Expat'],
  'Apache-2.0': [
    'Apache License 2.0',
    'Apache License, Version 2.0',
    'Apache License Version 2.0',
    'The Apache License, Version 2.0',
    'The Apache Software License, Version 2.0',
    'Apache Software License 2.0',
    'Apache Software License, Version 2.0',
    'Apache License v2.0',
    'Apache License, v2.0',
    'Apache 2.0',
    'Apache 2',
    'Apache-2',
    'ASL 2.0',
    'ALv2',
  ],
  'BSD-2-Clause': [
    'BSD 2-Clause "Simplified" License',
    'BSD 2-Clause License',
    'BSD 2-Clause',
    'Simplified BSD License',
  ],
  'BSD-3-Clause': [
    'BSD 3-Clause "New" or "Revised" License',
    'BSD 3-Clause License',
    'BSD 3-Clause',
    'New BSD License',
    'The New BSD License',
    'Revised BSD License',
  ],
  '0BSD': ['BSD Zero Clause License'],
  ISC: ['ISC License', 'The ISC License'],
  Zlib: ['zlib License', 'The zlib License', 'zlib/libpng License'],
  'BSL-1.0': ['Boost Software License 1.0', 'Boost Software License, Version 1.0'],
  'MPL-2.0': ['Mozilla Public License 2.0', 'Mozilla Public License, Version 2.0', 'MPL 2.0', 'MPLv2.0'],
  'EPL-1.0': ['Eclipse Public License 1.0', 'Eclipse Public License - v 1.0', 'Eclipse Public License v1.0'],
  'EPL-2.0': ['Eclipse Public License 2.0', 'Eclipse Public License - v 2.0', 'Eclipse Public License v2.0', 'EPL 2.0'],
  'CC0-1.0': ['Creative Commons Zero v1.0 Universal', 'CC0 1.0 Universal', 'CC0 1.0'],
  'PSF-2.0': ['Python Software Foundation License 2.0'],
  'GPL-2.0-only': ['GNU General Public License v2.0 only'],
  'GPL-2.0-or-later': ['GNU General Public License v2.0 or later', 'GPLv2+'],
  'GPL-3.0-only': ['GNU General Public License v3.0 only'],
  'GPL-3.0-or-later': ['GNU General Public License v3.0 or later', 'GPLv3+'],
  'LGPL-2.1-only': ['GNU Lesser General Public License v2.1 only'],
  'LGPL-2.1-or-later': ['GNU Lesser General Public License v2.1 or later', 'LGPLv2.1+'],
  'LGPL-3.0-only': ['GNU Lesser General Public License v3.0 only'],
  'LGPL-3.0-or-later': ['GNU Lesser General Public License v3.0 or later', 'LGPLv3+'],
  'AGPL-3.0-only': ['GNU Affero General Public License v3.0 only'],
  'AGPL-3.0-or-later': ['GNU Affero General Public License v3.0 or later', 'AGPLv3+'],
  // Cargo's slash was a choice before it read SPDX expressions
  'MIT OR Apache-2.0': ['MIT/Apache-2.0', 'Apache-2.0/MIT', 'MIT / Apache-2.0', 'Apache-2.0 / MIT'],
}

/** The expression of each certain name, by the name in lowercase. */
export const licenceAliases: ReadonlyMap<string, string> = new Map(
  Object.entries(aliases).flatMap(([id, names]) => names.map((name) => [name.toLowerCase(), id] as const)),
)
