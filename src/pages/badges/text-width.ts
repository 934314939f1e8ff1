/** Estimates the width of text without rendering it. */

/**
 * Advance widths of Verdana in 1/2048 of its size, for the characters from the space to the tilde. With another font,
 * the SVG stretches the text to the computed width.
 */
const WIDTHS = [
  720, 806, 940, 1676, 1302, 2204, 1488, 550, 930, 930, 1302, 1676, 745, 930, 745, 930, 1302, 1302, 1302, 1302, 1302,
  1302, 1302, 1302, 1302, 1302, 930, 930, 1676, 1676, 1676, 1117, 2048, 1400, 1404, 1430, 1578, 1295, 1177, 1588, 1539,
  862, 931, 1419, 1140, 1726, 1532, 1612, 1235, 1612, 1424, 1400, 1262, 1499, 1400, 2025, 1403, 1260, 1403, 930, 930,
  930, 1676, 1302, 1302, 1230, 1276, 1067, 1276, 1220, 720, 1276, 1296, 562, 705, 1212, 562, 1992, 1296, 1243, 1276,
  1276, 874, 1067, 807, 1296, 1212, 1676, 1212, 1212, 1076, 1300, 930, 1300, 1676,
]
const EM = 2048
const LETTER = 1302

/** Scripts with square characters. */
const WIDE = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Extended_Pictographic}]/u

/** @returns the width in the unit of `size`, rounded to a tenth of this unit */
export function measureText(text: string, size: number): number {
  let sum = 0
  for (const character of text.normalize('NFC').replace(/\p{M}/gu, '')) sum += measureCharacter(character)
  return Math.round((sum * size * 10) / EM) / 10
}

const measureCharacter = (character: string): number =>
  WIDTHS[character.codePointAt(0)! - 0x20] ?? (WIDE.test(character) ? EM : LETTER)
