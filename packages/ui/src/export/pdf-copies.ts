import PdfFile from 'pdfkit';

/** A PDF in which pdfkit can be asked what it would write, which is then not written. */
export class PdfCopies extends PdfFile {
  #asked: string[] | null = null;

  /** What pdfkit writes of something onto the page, operator by operator. */
  copyOf(write: () => void): string[] {
    const asked: string[] = [];
    this.#asked = asked;
    try {
      write();
    } finally {
      this.#asked = null;
    }
    return asked;
  }

  override addContent(data: unknown): PDFKit.PDFDocument {
    if (this.#asked === null) return super.addContent(data);
    this.#asked.push(String(data));
    return this;
  }
}
