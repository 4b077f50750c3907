//! The names of what extensions declare, numbered when this is compiled: at each start it would take as long as all else that the engine does then.

/// Rows of one kind of some extensions, as `Numbered`.
macro_rules! numbered {
    ($extensions:ident, $rows:ident, $id:ident) => {{
        const COUNT: usize = {
            let (mut count, mut extension) = (0, 0);
            while extension < $extensions.len() {
                count += $extensions[extension].$rows.len();
                extension += 1;
            }
            count
        };
        static ROWS: [&str; COUNT] = {
            let mut names = [""; COUNT];
            let (mut count, mut extension) = (0, 0);
            while extension < $extensions.len() {
                let rows = $extensions[extension].$rows;
                let mut row = 0;
                while row < rows.len() {
                    names[count] = rows[row].name;
                    (count, row) = (count + 1, row + 1);
                }
                extension += 1;
            }
            names
        };
        #[allow(long_running_const_eval)] // some thousand names are spread by their hashes
        static PLACES: [u32; loxo_runtime::Numbered::places_for(COUNT)] = loxo_runtime::$id::places(&ROWS);
        loxo_runtime::Numbered { names: &ROWS, places: &PLACES }
    }};
}

pub(crate) use numbered;
