//! SHA-1 and SHA-2 (FIPS 180-4).

use sha2::digest::generic_array::GenericArray;

use crate::blocks::{Blocks, Kind, Order, WideBlocks, WideKind};

macro_rules! narrow {
    ($name:ident, $words:literal, $compress:expr, $start:expr) => {
        pub(crate) fn $name() -> Blocks<$words> {
            static KIND: Kind<$words> = Kind { start: $start, order: Order::Big, compress: $compress, length_first: false };
            Blocks::new(&KIND)
        }
    };
}

macro_rules! wide {
    ($name:ident, $start:expr) => {
        pub(crate) fn $name() -> WideBlocks {
            static KIND: WideKind = WideKind { start: $start, compress: compress512 };
            WideBlocks::new(&KIND)
        }
    };
}

fn compress1(state: &mut [u32; 5], block: &[u8; 64]) {
    sha1::compress(state, std::slice::from_ref(GenericArray::from_slice(block)));
}

fn compress256(state: &mut [u32; 8], block: &[u8; 64]) {
    sha2::compress256(state, std::slice::from_ref(GenericArray::from_slice(block)));
}

fn compress512(state: &mut [u64; 8], block: &[u8; 128]) {
    sha2::compress512(state, std::slice::from_ref(GenericArray::from_slice(block)));
}

narrow!(sha1, 5, compress1, [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476, 0xc3d2_e1f0]);
narrow!(sha224, 8, compress256, [0xc105_9ed8, 0x367c_d507, 0x3070_dd17, 0xf70e_5939, 0xffc0_0b31, 0x6858_1511, 0x64f9_8fa7, 0xbefa_4fa4]);
narrow!(sha256, 8, compress256, [0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19]);

wide!(
    sha384,
    [
        0xcbbb_9d5d_c105_9ed8,
        0x629a_292a_367c_d507,
        0x9159_015a_3070_dd17,
        0x152f_ecd8_f70e_5939,
        0x6733_2667_ffc0_0b31,
        0x8eb4_4a87_6858_1511,
        0xdb0c_2e0d_64f9_8fa7,
        0x47b5_481d_befa_4fa4,
    ]
);
wide!(
    sha512,
    [
        0x6a09_e667_f3bc_c908,
        0xbb67_ae85_84ca_a73b,
        0x3c6e_f372_fe94_f82b,
        0xa54f_f53a_5f1d_36f1,
        0x510e_527f_ade6_82d1,
        0x9b05_688c_2b3e_6c1f,
        0x1f83_d9ab_fb41_bd6b,
        0x5be0_cd19_137e_2179,
    ]
);
wide!(
    sha512_256,
    [
        0x2231_2194_fc2b_f72c,
        0x9f55_5fa3_c84c_64c2,
        0x2393_b86b_6f53_b151,
        0x9638_7719_5940_eabd,
        0x9628_3ee2_a88e_ffe3,
        0xbe5e_1e25_5386_3992,
        0x2b01_99fc_2c85_b8aa,
        0x0eb7_2ddc_81c5_2ca2,
    ]
);
wide!(
    sha512_224,
    [
        0x8c3d_37c8_1954_4da2,
        0x73e1_9966_89dc_d4d6,
        0x1dfa_b7ae_32ff_9c82,
        0x679d_d514_582f_9fcf,
        0x0f6d_2b69_7bd4_4da8,
        0x77e3_6f73_04c4_8942,
        0x3f9d_85a8_6a1d_36c8,
        0x1112_e6ad_91d6_92a1,
    ]
);
