import { deflateSync } from 'node:zlib';

/** A line of text on a page, as PDF says it. */
export const pdfLine = (text: string): string => `BT /F1 12 Tf 72 700 Td (${text}) Tj ET`;

/**
 * A PDF of the fewest objects that readers take.
 * @param pages what is drawn on each
 */
export function pdfDocument(pages: readonly (string | Uint8Array)[], title = 'A document'): Buffer {
  const places = pages.map((_, n) => 4 + n * 2);
  const objects: (string | Buffer)[] = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${places.map((place) => `${place} 0 R`).join(' ')}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...pages.flatMap((page, n) => objectsOf(page, 5 + n * 2)),
    `<< /Title (${title}) >>`,
  ];
  const parts = [Buffer.from('%PDF-1.4\n')];
  const starts: number[] = [];
  for (const [n, object] of objects.entries()) {
    starts.push(Buffer.concat(parts).length);
    parts.push(Buffer.from(`${n + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n'));
  }
  const table = starts.map((start) => `${String(start).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  parts.push(
    Buffer.from(
      `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R /Info ${size - 1} 0 R >>\n` +
        `startxref\n${Buffer.concat(parts).length}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}

function objectsOf(page: string | Uint8Array, contents: number): readonly (string | Buffer)[] {
  const packed = deflateSync(page);
  const resources = '/Resources << /Font << /F1 3 0 R >> >>';
  return [
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] ${resources} /Contents ${contents} 0 R >>`,
    Buffer.concat([
      Buffer.from(`<< /Length ${packed.length} /Filter /FlateDecode >>\nstream\n`),
      packed,
      Buffer.from('\nendstream'),
    ]),
  ];
}
