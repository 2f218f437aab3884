/** The small parts of a workbook with pictures, as ECMA-376 wants them. */
export const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
export const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
export const RELATION = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const DRAWING = 'http://schemas.openxmlformats.org/drawingml/2006';
const TYPE = 'application/vnd.openxmlformats-officedocument';
/** English Metric Units in a pixel of 1/96 inch. */
const EMU = 9525;

/** Styles of cells: a head, and a text that stays one when it is edited. */
export const HEAD_STYLE = 1;
export const TEXT_STYLE = 2;
/** Cells of several lines, as those of lists. */
export const WRAP_STYLE = 3;

const top = (wrap: boolean): string => `<alignment vertical="top"${wrap ? ' wrapText="1"' : ''}/>`;
export const styles = `${XML}<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="4"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0" applyAlignment="1">${top(false)}</xf><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" quotePrefix="1" applyNumberFormat="1" applyAlignment="1">${top(true)}</xf><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0" applyAlignment="1">${top(true)}</xf></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;

interface Relation {
  type: string;
  target: string;
}
/** The parts that a part names, as `rId1` and so on. */
export const relations = (targets: readonly Relation[]): string =>
  `${XML}<Relationships xmlns="${PACKAGE}/relationships">${targets
    .map(({ type, target }, at) => `<Relationship Id="rId${at + 1}" Type="${RELATION}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`;

/** @param names of the sheets, escaped; their parts are `sheet1.xml` and so on */
export const workbook = (names: readonly string[]): string =>
  `${XML}<workbook xmlns="${MAIN}" xmlns:r="${RELATION}"><sheets>${names
    .map((name, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`)
    .join('')}</sheets></workbook>`;

export const contentTypes = (sheets: number): string =>
  `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="jpg" ContentType="image/jpeg"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.spreadsheetml.styles+xml"/><Override PartName="/xl/sharedStrings.xml" ContentType="${TYPE}.spreadsheetml.sharedStrings+xml"/><Override PartName="/xl/drawings/drawing1.xml" ContentType="${TYPE}.drawing+xml"/>${Array.from({ length: sheets }, (_none, at) => `<Override PartName="/xl/worksheets/sheet${at + 1}.xml" ContentType="${TYPE}.spreadsheetml.worksheet+xml"/>`).join('')}</Types>`;

/** Where a picture stands: the place of its cell from 0, its size in pixels, and its part as a relation of the drawing. */
export interface PlacedPicture {
  column: number;
  row: number;
  width: number;
  height: number;
  relation: number;
}

const anchor = ({ column, row, width, height, relation }: PlacedPicture, at: number): string =>
  `<xdr:oneCellAnchor><xdr:from><xdr:col>${column}</xdr:col><xdr:colOff>${2 * EMU}</xdr:colOff><xdr:row>${row}</xdr:row><xdr:rowOff>${2 * EMU}</xdr:rowOff></xdr:from><xdr:ext cx="${width * EMU}" cy="${height * EMU}"/><xdr:pic><xdr:nvPicPr><xdr:cNvPr id="${at + 1}" name="Picture ${at + 1}"/><xdr:cNvPicPr/></xdr:nvPicPr><xdr:blipFill><a:blip r:embed="rId${relation}"/><a:stretch><a:fillRect/></a:stretch></xdr:blipFill><xdr:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="${width * EMU}" cy="${height * EMU}"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></xdr:spPr></xdr:pic><xdr:clientData/></xdr:oneCellAnchor>`;

export const drawing = (pictures: readonly PlacedPicture[]): string =>
  `${XML}<xdr:wsDr xmlns:xdr="${DRAWING}/spreadsheetDrawing" xmlns:a="${DRAWING}/main" xmlns:r="${RELATION}">${pictures.map(anchor).join('')}</xdr:wsDr>`;
